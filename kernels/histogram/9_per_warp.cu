// A load brings sixteen characters, and each warp counts in bins of its own, so that warps do not
// queue for each other's. What is no letter goes to a bin that nobody reads, instead of a branch.
// The text's length is a multiple of sixteen.
extern "C" __global__ void histogram(unsigned* bins, const uint4* text, unsigned n) {
  __shared__ unsigned own[32][8];  // a row a warp
  for (unsigned i = threadIdx.x; i < 256; i += blockDim.x)
    own[i / 8][i % 8] = 0;
  __syncthreads();

  unsigned* const of_warp = own[threadIdx.x / 32];
  const unsigned threads = gridDim.x * blockDim.x;
#pragma unroll 1
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 16; i += threads) {
    const uint4 sixteen = text[i];
    const unsigned words[4] = {sixteen.x, sixteen.y, sixteen.z, sixteen.w};
    for (unsigned k = 0; k < 16; ++k) {
      const unsigned letter = (words[k / 4] >> 8 * (k % 4)) % 256 - 'a';
      atomicAdd(&of_warp[letter < 26 ? letter / 4 : 7], 1);
    }
  }
  __syncthreads();

  if (threadIdx.x < 7) {
    unsigned sum = 0;
    for (unsigned warp = 0; warp < blockDim.x / 32; ++warp)
      sum += own[warp][threadIdx.x];
    atomicAdd(&bins[threadIdx.x], sum);
  }
}
