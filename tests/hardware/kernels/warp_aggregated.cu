// run: --kernel k --grid 4 --block 128 --arg count:u32[1]=zero --arg in:i32[512]=random:64%100
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(unsigned* count, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] % 3 == 0) {
    cg::coalesced_group active = cg::coalesced_threads();
    if (active.thread_rank() == 0) atomicAdd(count, active.size());
  }
}
