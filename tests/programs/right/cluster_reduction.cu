#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <vector>

#include "../check.h"

namespace cg = cooperative_groups;

// Each block adds its part up, and the first of the cluster adds up what the others have.
__global__ void __cluster_dims__(4, 1, 1) sums(const int* in, int* out) {
  __shared__ int sum, partial[4];
  const cg::cluster_group cluster = cg::this_cluster();
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const int mine = in[cg::this_grid().thread_rank()];
  const int of_warp = cg::reduce(warp, mine, cg::plus<int>());
  if (warp.thread_rank() == 0) partial[warp.meta_group_rank()] = of_warp;
  block.sync();
  if (threadIdx.x == 0) sum = partial[0] + partial[1] + partial[2] + partial[3];
  cluster.sync();
  if (cluster.thread_rank() < cluster.num_blocks()) {
    const auto other = cluster.map_shared_rank(&sum, static_cast<int>(cluster.thread_rank()));
    atomicAdd(&out[blockIdx.x / cluster.num_blocks()], *other);
  }
  cluster.sync();
}

// Arrives early, does what needs no other block, and waits late.
__global__ void __cluster_dims__(2, 2, 1) neighbours(int* out) {
  __shared__ int own;
  const cg::cluster_group cluster = cg::this_cluster();
  const dim3 at = cluster.block_index(), shape = cluster.dim_blocks();
  if (threadIdx.x == 0) own = static_cast<int>(10 * at.x + at.y);
  __syncthreads();
  auto token = cluster.barrier_arrive();
  const unsigned across = (shape.x - 1 - at.x) + (shape.y - 1 - at.y) * shape.x;
  cluster.barrier_wait(std::move(token));
  const int seen = *cluster.map_shared_rank(&own, across);
  const bool ranks = cluster.query_shared_rank(&own) == cluster.block_rank();
  cluster.sync();
  if (threadIdx.x == 0) out[blockIdx.x + gridDim.x * blockIdx.y] = ranks ? seen : -1;
}

int main() {
  const int blocks = 16, threads = 128;
  std::vector<int> in(blocks * threads), expected(blocks / 4), got(blocks / 4), seen(16);
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = static_cast<int>(i * i % 101);
    expected[i / (4 * threads)] += in[i];
  }
  int *from, *to;
  CHECK(cudaMalloc(&from, in.size() * sizeof(int)));
  CHECK(cudaMalloc(&to, 16 * sizeof(int)));
  CHECK(cudaMemcpy(from, in.data(), in.size() * sizeof(int), cudaMemcpyDefault));
  CHECK(cudaMemset(to, 0, 16 * sizeof(int)));
  sums<<<blocks, threads>>>(from, to);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(got.data(), to, got.size() * sizeof(int), cudaMemcpyDefault));
  EXPECT(got == expected);

  neighbours<<<dim3(4, 4), 32>>>(to);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(seen.data(), to, 16 * sizeof(int), cudaMemcpyDefault));
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 4; ++x) EXPECT(seen[x + 4 * y] == 10 * (1 - x % 2) + (1 - y % 2));
  }

  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, sums));
  EXPECT(attributes.requiredClusterWidth == 4);
  CHECK(cudaFree(from));
  CHECK(cudaFree(to));
  return pass();
}
