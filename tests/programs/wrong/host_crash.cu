#include <cuda_runtime.h>

__global__ void nothing() {}

int main(int argc, char**) {
  nothing<<<1, 32>>>();
  cudaDeviceSynchronize();
  int* pointer = argc > 100 ? &argc : nullptr;
  *pointer = 1;
  return 0;
}
