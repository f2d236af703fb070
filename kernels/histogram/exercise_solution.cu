// Each block counts in shared memory: 768 bins, cleared and added by all of its threads.
extern "C" __global__ void histogram(unsigned* bins, const unsigned char* pixels, unsigned n) {
  __shared__ unsigned own[768];
  for (unsigned bin = threadIdx.x; bin < 768; bin += blockDim.x)
    own[bin] = 0;
  __syncthreads();

  const unsigned threads = gridDim.x * blockDim.x;
#pragma unroll 1
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
    atomicAdd(&own[pixels[3 * i]], 1);
    atomicAdd(&own[256 + pixels[3 * i + 1]], 1);
    atomicAdd(&own[512 + pixels[3 * i + 2]], 1);
  }
  __syncthreads();

  for (unsigned bin = threadIdx.x; bin < 768; bin += blockDim.x)
    atomicAdd(&bins[bin], own[bin]);
}
