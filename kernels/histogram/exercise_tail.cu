// The lanes of a warp ask each other who holds a letter of the same bin. Where the text ends in the
// middle of a warp, some of those who are asked have gone.
extern "C" __global__ void histogram(unsigned* bins, const unsigned char* text, unsigned n) {
  __shared__ unsigned own[7];
  if (threadIdx.x < 7)
    own[threadIdx.x] = 0;
  __syncthreads();

  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned lane = threadIdx.x % 32;
#pragma unroll 1
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
    const unsigned letter = text[i] - 'a';
    const unsigned bin = letter < 26 ? letter / 4 : 7;
    const unsigned peers = __match_any_sync(0xffffffffu, bin);
    if (bin < 7 && lane == __ffs(peers) - 1)
      atomicAdd(&own[bin], __popc(peers));
  }
  __syncthreads();

  if (threadIdx.x < 7)
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
