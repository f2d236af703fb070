#include "../check.h"

// The kernel waits for the host, and the host for the kernel.
__global__ void answer(volatile int* question, volatile int* result) {
  while (*question == 0) {
  }
  *result = *question + 1;
  __threadfence_system();
}

int main() {
  int *question, *result, *on_device_question, *on_device_result;
  CHECK(cudaHostAlloc(&question, sizeof(int), cudaHostAllocMapped));
  CHECK(cudaHostAlloc(&result, sizeof(int), cudaHostAllocMapped));
  *question = *result = 0;
  CHECK(cudaHostGetDevicePointer(&on_device_question, question, 0));
  CHECK(cudaHostGetDevicePointer(&on_device_result, result, 0));
  answer<<<1, 1>>>(on_device_question, on_device_result);
  CHECK(cudaGetLastError());
  *static_cast<volatile int*>(question) = 41;
  while (*static_cast<volatile int*>(result) == 0) {
  }
  EXPECT(*result == 42);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFreeHost(question));
  CHECK(cudaFreeHost(result));
  return pass();
}
