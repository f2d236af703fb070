// The sum of a group of any width, in shared memory: in each round half of its threads add what the
// other half holds. `rows` keeps what every thread holds after each round.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ void reduce_sum(cg::thread_group group, int* temp, int value, int* row,
                           unsigned stride) {
  const unsigned rank = group.thread_rank();
  for (unsigned half = group.size() / 2; half > 0; half /= 2) {
    temp[rank] = value;
    group.sync();
    if (rank < half)
      value += temp[rank + half];
    group.sync();
    *row = value;
    row += stride;
  }
}

extern "C" __global__ void sums(int* rows, const int* in, unsigned width, unsigned n) {
  extern __shared__ int s[];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const int value = i < n ? in[i] : 0;
  int* temp = s + threadIdx.x / width * width;
  const auto group = cg::tiled_partition(cg::this_thread_block(), width);
  reduce_sum(group, temp, value, rows + i, gridDim.x * blockDim.x);
}
