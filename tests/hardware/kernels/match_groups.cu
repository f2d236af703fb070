// run: --kernel k --grid 2 --block 128 --arg out:u32[256]=zero --arg agree:u32[8]=zero --arg in:u32[256]=random:134%6 --arg wide:u64[256]=random:135%3
__global__ void k(unsigned* out, unsigned* agree, const unsigned* in, const unsigned long long* wide) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  unsigned peers = __match_any_sync(~0u, in[i]), deep = __match_any_sync(~0u, wide[i] << 40);
  int all = 0;
  unsigned same = __match_all_sync(~0u, in[i & ~31] + (blockIdx.x && lane == 9), &all);
  if (lane == 0) agree[i / 32] = same + all;
  unsigned leader = __ffs(peers) - 1, value = 0;
  if (lane == leader) value = __popc(peers) * 100 + __popc(__activemask());
  out[i] = __shfl_sync(peers, value, leader) + (deep & 0xffff) * 1000;
}
