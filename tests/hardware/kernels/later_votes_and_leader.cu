// run: --kernel vote --grid 2 --block 128 --arg out:u32[256]=zero --arg in:u32[256]=random:121%10
// run: --kernel vote --grid 1 --block 224 --arg out:u32[256]=zero --arg in:u32[256]=random:122%2
__global__ void vote(unsigned* out, const unsigned* in) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
  unsigned same = __match_any_sync(~0u, v), odd = __ballot_sync(~0u, v & 1);
  int leader = __ffs(same) - 1;
  out[i] = __shfl_sync(~0u, odd, leader) ^ same + (__all_sync(~0u, v < 9) ? 1 : 2);
}
