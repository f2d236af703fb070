#include <cuda_runtime.h>

__global__ void add(int* count) { atomicAdd(count, 1); }

__global__ void everyone_launches(int* count) { add<<<1, 1>>>(count); }

// More launches than have room to wait, and no kernel asks what became of its own.
int main() {
  int* count;
  cudaMalloc(&count, sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  everyone_launches<<<3, 1000>>>(count);
  cudaDeviceSynchronize();
  cudaFree(count);
  return 0;
}
