// The sum of all elements in one launch: each level of the tree ends with a barrier of the grid.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void reduce(int* data, unsigned n) {
  const auto grid = cg::this_grid();
  while (n > 1) {
    const unsigned left = (n + 1) / 2;
    for (unsigned i = grid.thread_rank(); i + left < n; i += grid.size())
      data[i] += data[i + left];
    grid.sync();
    n = left;
  }
}
