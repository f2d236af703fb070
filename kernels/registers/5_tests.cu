// Does `i & (2 s - 1)` tell the same as `i % (2 s)`: is i a multiple of 2 s? Thread s - 1 tries all
// i below 2 s, and notes the first one where the two tests differ.
extern "C" __global__ void compare(unsigned* first, unsigned* found, unsigned steps) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= steps) return;
  const unsigned s = i + 1;
  unsigned at = 0;
#pragma unroll 1
  for (; at < 2 * s; ++at) {
    const bool by_remainder = at % (2 * s) == 0;
    const bool by_and = (at & (2 * s - 1)) == 0;
    if (by_remainder != by_and) break;
  }
  first[i] = at;
  if (at < 2 * s) {
    atomicMin(&found[2], s);  // the smallest step with which they differ
  } else {
    atomicAdd(&found[0], 1);  // with how many steps they agree
    atomicMax(&found[1], s);  // the largest of these
  }
}
