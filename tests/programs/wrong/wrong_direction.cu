#include <cuda_runtime.h>

int main() {
  int host[4] = {}, *d_data;
  cudaMalloc(&d_data, sizeof host);
  const cudaError_t error = cudaMemcpy(host, d_data, sizeof host, cudaMemcpyHostToDevice);
  cudaFree(d_data);
  return error == cudaSuccess ? 0 : 3;
}
