#include <cuda_runtime.h>

__global__ void clear(int* data) { data[threadIdx.x] = 0; }

int main() {
  int* d_data;
  cudaMalloc(&d_data, 32 * sizeof(int));
  cudaFree(d_data);
  clear<<<1, 32>>>(d_data);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 3 : 0;
}
