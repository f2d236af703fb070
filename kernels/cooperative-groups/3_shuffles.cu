// The same sums by shuffles, which a tile has when the compiler knows its width. A launch for each
// width fills a row of the result.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <int kWidth>
__global__ void sums(int* out, const int* in, unsigned row, unsigned n) {
  const auto tile = cg::tiled_partition<kWidth>(cg::this_thread_block());
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = i < n ? in[i] : 0;
  for (unsigned half = tile.size() / 2; half > 0; half /= 2)
    value += tile.shfl_down(value, half);
  if (i < n)
    out[row * n + i] = value;
}
