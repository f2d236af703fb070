// The counter only grows, so each barrier waits for as many arrivals more as there are blocks.
__device__ void meet(unsigned* arrived, unsigned wanted) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(arrived, 1u);
    while (*static_cast<volatile unsigned*>(arrived) < wanted) {
    }
    __threadfence();
  }
  __syncthreads();
}

extern "C" __global__ void reduce(int* data, unsigned* arrived, unsigned n) {
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned wanted = 0;
  while (n > 1) {
    const unsigned left = (n + 1) / 2;
    for (unsigned i = first; i + left < n; i += gridDim.x * blockDim.x)
      data[i] += data[i + left];
    wanted += gridDim.x;
    meet(arrived, wanted);
    n = left;
  }
}
