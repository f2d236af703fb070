#include "../check.h"

__global__ void add(int* count) { atomicAdd(count, 1); }

__global__ void everyone_launches(int* count) {
  add<<<1, 1>>>(count);
  if (cudaGetLastError() != cudaSuccess) atomicAdd(count + 1, 1);
}

// More launches than wait by default: there is room for as many as the host asks for.
int main() {
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096));
  int *counts, got[2];
  CHECK(cudaMalloc(&counts, sizeof got));
  CHECK(cudaMemset(counts, 0, sizeof got));
  everyone_launches<<<3, 1000>>>(counts);
  CHECK(cudaMemcpy(got, counts, sizeof got, cudaMemcpyDefault));
  EXPECT(got[0] == 3000 && got[1] == 0);
  CHECK(cudaFree(counts));
  return pass();
}
