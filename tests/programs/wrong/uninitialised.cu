#include <cuda_runtime.h>

__global__ void thrice(int* out, const int* in) { out[threadIdx.x] = 3 * in[threadIdx.x]; }

int main() {
  int *d_in, *d_out;
  cudaMalloc(&d_in, 32 * sizeof(int));
  cudaMalloc(&d_out, 32 * sizeof(int));
  thrice<<<1, 32>>>(d_out, d_in);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(d_in);
  cudaFree(d_out);
  return error == cudaSuccess ? 0 : 3;
}
