#include <cooperative_groups.h>

#include "../check.h"

namespace cg = cooperative_groups;

// __syncthreads() waits for the block's threads, not for those of the cluster.
__global__ void __cluster_dims__(2, 1, 1) exchange(int* out) {
  __shared__ int own[32];
  const cg::cluster_group cluster = cg::this_cluster();
  own[threadIdx.x] = static_cast<int>(blockIdx.x);
  __syncthreads();
  const int* other = cluster.map_shared_rank(own, 1 - cluster.block_rank());
  out[blockIdx.x * blockDim.x + threadIdx.x] = other[31 - threadIdx.x];
  cluster.sync();
}

int main() {
  int* out;
  CHECK(cudaMalloc(&out, 64 * sizeof(int)));
  exchange<<<2, 32>>>(out);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(out));
  return pass();
}
