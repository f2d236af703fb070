#include <cooperative_groups.h>

#include "../check.h"

namespace cg = cooperative_groups;

// Nobody waits at the end: a block may be gone while others read its memory.
__global__ void __cluster_dims__(4, 1, 1) ring(int* out) {
  __shared__ int own;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) own = static_cast<int>(blockIdx.x);
  cluster.sync();
  const unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
  out[blockIdx.x * blockDim.x + threadIdx.x] = *cluster.map_shared_rank(&own, next);
}

int main() {
  int* out;
  CHECK(cudaMalloc(&out, 8 * 32 * sizeof(int)));
  ring<<<8, 32>>>(out);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(out));
  return pass();
}
