#include <cstring>

#include "../check.h"

__global__ void nothing() {}
__global__ void needs_much() {
  extern __shared__ int array[];
  array[threadIdx.x] = 1;
}

// Mistakes that a program may make and look at: each has CUDA's code, and none stays.
int main() {
  int* data;
  EXPECT(std::strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue") == 0);
  EXPECT(std::strcmp(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument") == 0);
  nothing<<<1, 2048>>>();
  EXPECT(cudaPeekAtLastError() == cudaErrorInvalidValue);
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
  EXPECT(cudaGetLastError() == cudaSuccess);
  nothing<<<0, 32>>>();
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
  EXPECT(cudaMalloc(&data, size_t(1) << 50) == cudaErrorMemoryAllocation);
  EXPECT(cudaGetLastError() == cudaErrorMemoryAllocation);
  EXPECT(cudaSetDevice(7) == cudaErrorInvalidDevice);
  needs_much<<<1, 32, 100000>>>();
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(needs_much, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000));
  needs_much<<<1, 32, 100000>>>();
  CHECK(cudaDeviceSynchronize());
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, needs_much));
  EXPECT(attributes.maxThreadsPerBlock == 1024);
  CHECK(cudaMalloc(&data, 64));
  EXPECT(cudaFree(data + 1) == cudaErrorInvalidValue);
  CHECK(cudaFree(data));
  EXPECT(cudaFree(data) == cudaErrorInvalidValue);
  cudaGetLastError();
  return pass();
}
