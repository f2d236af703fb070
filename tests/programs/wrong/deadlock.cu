#include <cuda_runtime.h>

// Two barriers of 64 threads each, at which 32 arrive.
__global__ void wait_for_each_other() {
  if (threadIdx.x < 32)
    asm volatile("barrier.sync 1, 64;");
  else
    asm volatile("barrier.sync 2, 64;");
}

int main() {
  wait_for_each_other<<<1, 64>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 3;
}
