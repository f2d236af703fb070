// Two ways to say whose register is wanted: that of a lane by its number, the same for all, or that
// of the lane so many places before.
extern "C" __global__ void hand_over(int* heard, int* moved, const int* in, int from,
                                     unsigned far, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const int mine = i < n ? in[i] : 0;
  const int spoken = __shfl_sync(0xffffffffu, mine, from);
  const int above = __shfl_up_sync(0xffffffffu, mine, far);
  if (i < n) {
    heard[i] = spoken;
    moved[i] = above;
  }
}
