#include <cstdio>

#include <cuda_runtime.h>

__global__ void count_for_ever(unsigned* counter) {
  for (unsigned i = 0;; i += 2) {
    *counter = i;
    if (i == 1) break;
  }
}

int main() {
  unsigned* counter;
  cudaMalloc(&counter, sizeof(unsigned));
  count_for_ever<<<1, 1>>>(counter);
  std::puts("launched");
  std::fflush(stdout);
  cudaDeviceSynchronize();
  cudaFree(counter);
  return 0;
}
