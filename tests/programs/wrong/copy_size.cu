#include <vector>

#include <cuda_runtime.h>

// Four bytes are forgotten where the size is said, and not where it is copied.
int main() {
  const int n = 100;
  std::vector<float> host(n);
  float* d_data;
  cudaMalloc(&d_data, n);
  const cudaError_t error =
      cudaMemcpy(d_data, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaFree(d_data);
  return error == cudaSuccess ? 0 : 3;
}
