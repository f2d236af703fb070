#include <cassert>

#include <cuda_runtime.h>

__global__ void check(int n) { assert(int(threadIdx.x) < n); }

int main() {
  check<<<1, 8>>>(5);
  return cudaDeviceSynchronize() == cudaErrorAssert ? 3 : 0;
}
