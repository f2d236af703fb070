#include <cstdio>

#include <cuda_runtime.h>

__global__ void add_one(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) data[i] = i;
}

int main() {
  int* d_data;
  cudaMalloc(&d_data, 100 * sizeof(int));
  add_one<<<1, 128>>>(d_data, 100);
  const cudaError_t launched = cudaGetLastError();
  const cudaError_t ran = cudaDeviceSynchronize();
  const cudaError_t later = cudaFree(d_data);
  std::printf("%s, %s, %s\n", cudaGetErrorName(launched), cudaGetErrorName(ran),
              cudaGetErrorName(later));
  return ran == cudaSuccess ? 0 : 3;
}
