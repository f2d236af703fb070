// run: --kernel k --grid 4 --block 128 --arg out:i32[64]=zero --arg in:i32[512]=random:29%1000
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int* out, const int* in) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
  int x = in[blockIdx.x * blockDim.x + block.thread_rank()];
  for (int d = tile.size() / 2; d > 0; d /= 2) x += tile.shfl_down(x, d);
  block.sync();
  if (tile.thread_rank() == 0) out[blockIdx.x * 16 + tile.meta_group_rank()] = x;
}
