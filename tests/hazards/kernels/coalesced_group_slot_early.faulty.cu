// Faulty: odd lanes exchange values in shared memory without waiting for their group.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (in[t] % 2 == 1) {
    auto odd = cg::coalesced_threads();
    int rank = odd.thread_rank();
    s[rank] = in[t];  // <1>
    out[t] = s[15 - rank];  // <2>
  }
}
