#include <cstdio>

#include <cuda_runtime.h>

int main() {
  float* d_data;
  cudaMalloc(&d_data, 16 * sizeof(float));
  cudaMemset(d_data, 0, 16 * sizeof(float));
  std::printf("%f\n", d_data[3]);
  return 0;
}
