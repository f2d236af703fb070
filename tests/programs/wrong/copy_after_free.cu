#include <cuda_runtime.h>

int main() {
  int *d_data, host = 0;
  cudaMalloc(&d_data, sizeof(int));
  cudaFree(d_data);
  return cudaMemcpy(&host, d_data, sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess ? 0 : 3;
}
