// run: --kernel k --grid 6 --block 64 --arg v:i32[384]=iota --arg total:i32[1]=zero
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int* v, int* total) {
  cg::grid_group grid = cg::this_grid();
  int i = grid.thread_rank(), n = grid.size();
  for (int round = 0; round < 3; ++round) {
    int x = v[(i * 5 + 77) % n];
    grid.sync();
    v[i] += x;
    grid.sync();
  }
  if (v[i] % 4 == 0) atomicAdd(total, 1);
}
