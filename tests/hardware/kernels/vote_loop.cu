// run: --kernel k --grid 2 --block 64 --arg out:u32[128]=zero --arg in:u32[128]=random:71%40
__global__ void k(unsigned* out, const unsigned* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned left = in[i], rounds = 0;
  while (__any_sync(0xffffffffu, left > 0)) {
    if (left > 0) --left;
    rounds += __popc(__ballot_sync(0xffffffffu, left > 5));
    __syncwarp();
  }
  out[i] = rounds * 100 + __shfl_sync(0xffffffffu, in[i], (i * 7) & 31);
}
