// The same sums in one line, and every thread of the tile gets its sum.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

template <int kWidth>
__global__ void sums(int* out, const int* in, unsigned row, unsigned n) {
  const auto tile = cg::tiled_partition<kWidth>(cg::this_thread_block());
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = i < n ? in[i] : 0;
  value = cg::reduce(tile, value, cg::plus<int>());
  if (i < n)
    out[row * n + i] = value;
}
