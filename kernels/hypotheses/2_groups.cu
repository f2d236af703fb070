// The same in the words of cooperative groups: the block is a group, and it tells its rank and
// size.
#include <cooperative_groups.h>

extern "C" __global__ void sum(float* out, const float* in) {
  extern __shared__ float s[];
  const cooperative_groups::thread_block block = cooperative_groups::this_thread_block();
  const unsigned t = block.thread_rank();
  s[t] = in[blockIdx.x * blockDim.x + t];
  block.sync();
#pragma unroll 1
  for (unsigned stride = block.size() / 2; stride > 0; stride /= 2) {
    if (t < stride) s[t] += s[t + stride];
    block.sync();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
