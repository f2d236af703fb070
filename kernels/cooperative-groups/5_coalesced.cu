// Packs the elements that are `limit` or more. The lanes that meet in the branch form a group, and
// its first thread draws places for all of them.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void pack(int* out, unsigned* count, int* rank, const int* in, int limit,
                                unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] >= limit) {
    const cg::coalesced_group group = cg::coalesced_threads();
    unsigned first = 0;
    if (group.thread_rank() == 0)
      first = atomicAdd(count, group.size());
    first = group.shfl(first, 0);
    out[first + group.thread_rank()] = in[i];
    rank[i] = group.thread_rank();
  }
}
