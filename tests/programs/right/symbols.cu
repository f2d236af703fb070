#include "../check.h"

__constant__ float weights[5] = {1, 2, 3, 4, 5};
__device__ int calls;
__device__ float table[8];

__global__ void apply() {
  table[threadIdx.x] = weights[threadIdx.x % 5] * 10;
  atomicAdd(&calls, 1);
}

int main() {
  const float changed[2] = {7, 8};
  CHECK(cudaMemcpyToSymbol(weights, changed, sizeof changed, 2 * sizeof(float)));
  const int start = 100;
  CHECK(cudaMemcpyToSymbol(calls, &start, sizeof start));
  apply<<<1, 8>>>();
  int count = 0;
  float result[8];
  CHECK(cudaMemcpyFromSymbol(&count, calls, sizeof count));
  CHECK(cudaMemcpyFromSymbol(result, table, sizeof result));
  EXPECT(count == 108);
  const float expected[8] = {10, 20, 70, 80, 50, 10, 20, 70};
  for (int i = 0; i < 8; ++i) EXPECT(result[i] == expected[i]);
  void* address = nullptr;
  size_t bytes = 0;
  CHECK(cudaGetSymbolAddress(&address, table));
  CHECK(cudaGetSymbolSize(&bytes, table));
  EXPECT(bytes == sizeof table);
  CHECK(cudaMemset(address, 0, bytes));
  CHECK(cudaMemcpyFromSymbol(result, table, sizeof result));
  EXPECT(result[7] == 0);
  return pass();
}
