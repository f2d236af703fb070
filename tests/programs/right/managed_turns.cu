#include "../check.h"

__device__ __managed__ int rounds;

// The numbers at even places are the GPU's, in pages that the host writes, too.
__global__ void add_even(int* numbers, const int* table, int n) {
  const int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) numbers[i] += table[i];
  if (i == 0) ++rounds;
}

// Host and device in turns on the same pages: each finds what the other has left, with prefetches
// and advice or without.
int main() {
  const int n = 5000;
  int *numbers, *table;
  CHECK(cudaMallocManaged(&numbers, n * sizeof(int)));
  CHECK(cudaMallocManaged(&table, n * sizeof(int)));
  for (int i = 0; i < n; ++i) numbers[i] = table[i] = i;
  const cudaMemLocation device = {cudaMemLocationTypeDevice, 0};
  const cudaMemLocation host = {cudaMemLocationTypeHost, 0};
  CHECK(cudaMemAdvise(table, n * sizeof(int), cudaMemAdviseSetReadMostly, device));
  rounds = 10;
  for (int round = 1; round <= 4; ++round) {
    for (int i = 1; i < n; i += 2) numbers[i] += table[i];
    if (round % 2 == 0) CHECK(cudaMemPrefetchAsync(numbers, n * sizeof(int), device, 0, 0));
    add_even<<<(n + 255) / 256, 128>>>(numbers, table, n);
    CHECK(cudaGetLastError());
    if (round == 4) CHECK(cudaMemPrefetchAsync(numbers, n * sizeof(int), host, 0, 0));
    CHECK(cudaDeviceSynchronize());
    EXPECT(rounds == 10 + round);
    for (int i = 0; i < n; ++i) EXPECT(numbers[i] == (round + 1) * i);
  }
  // A write to what is read mostly is seen by the next launch.
  table[8] = -1;
  add_even<<<1, 128>>>(numbers, table, 256);
  CHECK(cudaDeviceSynchronize());
  EXPECT(numbers[8] == 5 * 8 - 1 && numbers[10] == 6 * 10);
  CHECK(cudaFree(numbers));
  CHECK(cudaFree(table));
  return pass();
}
