// A group waits for its own threads only and has its own piece of shared memory. The block waits
// once, where all of its threads come by.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void sums(int* out, const int* in, unsigned n) {
  extern __shared__ int s[];
  int* const totals = s + blockDim.x;
  const auto block = cg::this_thread_block();
  const auto group = cg::tiled_partition<16>(block);
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned rank = group.thread_rank();
  int value = 0;
  if (i - rank < n) {
    int* const temp = s + 16 * group.meta_group_rank();
    value = i < n ? in[i] : 0;
    for (unsigned half = 8; half > 0; half /= 2) {
      temp[rank] = value;
      group.sync();
      if (rank < half)
        value += temp[rank + half];
      group.sync();
    }
  }
  if (rank == 0)
    totals[group.meta_group_rank()] = value;
  block.sync();
  if (block.thread_rank() == 0) {
    for (unsigned k = 1; k < group.meta_group_size(); ++k)
      value += totals[k];
    out[blockIdx.x] = value;
  }
}
