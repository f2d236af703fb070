#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

#include "../check.h"

__global__ void reduce_and_scan(const int* in, int* sums, int* scanned) {
  using Reduce = cub::BlockReduce<int, 128>;
  using Scan = cub::BlockScan<int, 128>;
  __shared__ union {
    Reduce::TempStorage reduce;
    Scan::TempStorage scan;
  } shared;
  const int i = blockIdx.x * 128 + threadIdx.x;
  const int value = in[i];
  const int sum = Reduce(shared.reduce).Sum(value);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
  __syncthreads();
  int before;
  Scan(shared.scan).ExclusiveSum(value, before);
  scanned[i] = before;
}

int main() {
  constexpr int n = 3 * 128;
  int host[n], sums[3], scanned[n], *in, *d_sums, *d_scanned;
  for (int i = 0; i < n; ++i) host[i] = i % 13;
  CHECK(cudaMalloc(&in, sizeof host));
  CHECK(cudaMalloc(&d_sums, sizeof sums));
  CHECK(cudaMalloc(&d_scanned, sizeof scanned));
  CHECK(cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice));
  reduce_and_scan<<<3, 128>>>(in, d_sums, d_scanned);
  CHECK(cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(scanned, d_scanned, sizeof scanned, cudaMemcpyDeviceToHost));
  for (int block = 0; block < 3; ++block) {
    int sum = 0;
    for (int i = block * 128; i < (block + 1) * 128; ++i) {
      EXPECT(scanned[i] == sum);
      sum += host[i];
    }
    EXPECT(sums[block] == sum);
  }
  for (int* each : {in, d_sums, d_scanned}) CHECK(cudaFree(each));
  return pass();
}
