// run: --kernel k --grid 1 --block 256 --arg out:i32[256]=zero --arg count:u32[8]=zero --arg in:i32[256]=random:21%10
__global__ void k(int* out, unsigned* count, const int* in) {
  int t = threadIdx.x, lane = t & 31, warp = t >> 5;
  int x = in[t];
  unsigned m = __ballot_sync(0xffffffffu, x >= 5);
  if (x >= 5) out[warp * 32 + __popc(m & ((1u << lane) - 1u))] = x;
  int any = __any_sync(0xffffffffu, x == 9), all = __all_sync(0xffffffffu, x < 10);
  unsigned same = __match_any_sync(0xffffffffu, x);
  unsigned least = __reduce_min_sync(0xffffffffu, (unsigned)x);
  if (lane == 0) count[warp] = __popc(m) + 100u * any + 1000u * all + 10000u * __popc(same) + 1000000u * least;
}
