// Each thread tells the number of its tile in the block, and its own number in the tile. A launch
// for each width fills a row of the result.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <int kWidth>
__global__ void tiles(unsigned* group, unsigned* rank, unsigned row, unsigned n) {
  const auto block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<kWidth>(block);
  const unsigned i = block.group_index().x * block.size() + block.thread_rank();
  if (i >= n)
    return;
  group[row * n + i] = tile.meta_group_rank();
  rank[row * n + i] = tile.thread_rank();
}
