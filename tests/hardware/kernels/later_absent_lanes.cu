// run: --kernel lend --grid 2 --block 64 --arg out:u32[640]=zero --arg first:u32=12
// run: --kernel lend --grid 1 --block 40 --arg out:u32[200]=zero --arg first:u32=5
// Shuffles that ask lanes which are elsewhere, or have ended: what they lend is open by CUDA's rules.
extern "C" __global__ void lend(unsigned* out, unsigned first) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  unsigned* const own = out + 5 * i;
  const unsigned value = 100 + lane;
  if (threadIdx.x >= 32 && lane >= first) return;
  if (lane < first) {
    const unsigned mask = __activemask();
    own[0] = __shfl_down_sync(mask, value, 4);
    own[1] = __shfl_up_sync(mask, value, 3);
    own[2] = __shfl_xor_sync(mask, value, 8);
    own[3] = __shfl_sync(mask, value, 31);
    own[4] = __shfl_down_sync(mask, value, 2, 4);
  } else {
    own[0] = lane;
  }
}
