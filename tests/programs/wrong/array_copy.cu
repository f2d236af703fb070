#include <cstdio>
#include <vector>

// Copies one row more than the array has.
int main() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  std::vector<float> host(8 * 5);
  cudaArray_t array;
  cudaMallocArray(&array, &format, 8, 4);
  const cudaError_t error = cudaMemcpy2DToArray(array, 0, 0, host.data(), 8 * sizeof(float),
                                                8 * sizeof(float), 5, cudaMemcpyHostToDevice);
  std::printf("%s\n", cudaGetErrorName(error));
  cudaFreeArray(array);
  return 3;
}
