#include <cooperative_groups.h>

#include "../check.h"

namespace cg = cooperative_groups;

// Every block reads what its neighbour wrote before the barrier of the whole grid.
__global__ void rotate(int* from, int* to, int rounds) {
  cg::grid_group grid = cg::this_grid();
  const unsigned n = grid.size(), i = grid.thread_rank();
  for (int round = 0; round < rounds; ++round) {
    to[i] = from[(i + blockDim.x) % n];
    grid.sync();
    int* swap = from;
    from = to;
    to = swap;
  }
}

int main() {
  int threads = 64, per_sm = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, rotate, threads, 0));
  EXPECT(per_sm > 0);
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, 0));
  EXPECT(properties.cooperativeLaunch == 1 && properties.warpSize == 32);
  const int blocks = 6, n = blocks * threads;
  int host[6 * 64], *from, *to, rounds = 3;
  for (int i = 0; i < n; ++i) host[i] = i;
  CHECK(cudaMalloc(&from, sizeof host));
  CHECK(cudaMalloc(&to, sizeof host));
  CHECK(cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice));
  void* arguments[] = {&from, &to, &rounds};
  CHECK(cudaLaunchCooperativeKernel((void*)rotate, dim3(blocks), dim3(threads), arguments, 0, 0));
  CHECK(cudaMemcpy(host, to, sizeof host, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) EXPECT(host[i] == (i + 3 * threads) % n);
  const cudaError_t error =
      cudaLaunchCooperativeKernel((void*)rotate, dim3(1 << 20), dim3(threads), arguments, 0, 0);
  EXPECT(error == cudaErrorCooperativeLaunchTooLarge);
  EXPECT(cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge);
  CHECK(cudaGetLastError());
  CHECK(cudaFree(from));
  CHECK(cudaFree(to));
  return pass();
}
