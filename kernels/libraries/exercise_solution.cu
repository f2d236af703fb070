// A scan and a sum of each block, both by CUB, in one piece of shared memory. A barrier
// stands between them.
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

constexpr unsigned kBlock = 128;
using Reduce = cub::BlockReduce<int, kBlock>;
using Scan = cub::BlockScan<int, kBlock>;

extern "C" __global__ void scan_and_sum(int* sums, int* out, const int* in, unsigned n) {
  __shared__ union {
    Reduce::TempStorage reduce;
    Scan::TempStorage scan;
  } storage;
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  const int own = i < n ? in[i] : 0;
  int before;
  Scan(storage.scan).ExclusiveSum(own, before);
  if (i < n) out[i] = before;
  __syncthreads();
  const int sum = Reduce(storage.reduce).Sum(own);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}
