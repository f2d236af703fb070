#include <cuda_runtime.h>

int main() {
  float *d_kept, *d_lost;
  cudaMalloc(&d_kept, 64);
  cudaMalloc(&d_lost, 4096);
  cudaFree(d_kept);
  return 0;
}
