// An element at a time. (cudaMemset does for zeros, and for bytes.)
extern "C" __global__ void fill(int* out, unsigned n) {
  const unsigned step = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
    out[i] = 1;
}
