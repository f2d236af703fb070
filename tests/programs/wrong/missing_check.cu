#include <cuda_runtime.h>

__global__ void clear(int* data) { data[threadIdx.x] = 0; }

int main() {
  int* d_data;
  cudaMalloc(&d_data, 2048 * sizeof(int));
  clear<<<1, 2048>>>(d_data);  // a block has 1,024 threads at most
  cudaDeviceSynchronize();
  cudaFree(d_data);
  return 0;
}
