// Faulty: groups of eight lanes exchange values without waiting for their group.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[4][8];
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int t = threadIdx.x, lane = tile.thread_rank();
  s[t / 8][lane] = in[t];  // <1>
  out[t] = s[t / 8][7 - lane];  // <2>
}
