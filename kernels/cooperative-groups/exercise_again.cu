// The barrier of the grid by hand. At the end of the first level it holds everybody back, as it should.
// Then it is used again.
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
  while (n > 1) {
    const unsigned left = (n + 1) / 2;
    for (unsigned i = first; i + left < n; i += gridDim.x * blockDim.x)
      data[i] += data[i + left];
    meet(arrived, gridDim.x);
    n = left;
  }
}
