// run: --kernel k --grid 2 --block 64 --arg out:i32[24]=zero --arg in:i32[128]=random:136
__global__ void k(int* out, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, x = in[i];
  int* mine = out + i / 32 * 6;
  unsigned u = x;
  int sum = __reduce_add_sync(~0u, x), least = __reduce_min_sync(~0u, x);
  unsigned most = __reduce_max_sync(~0u, u), both = __reduce_and_sync(~0u, u | 0xff00);
  unsigned any = __reduce_or_sync(~0u, u & 0xf0f), odd = __reduce_xor_sync(~0u, u);
  if (lane == 3) mine[0] = sum, mine[1] = least, mine[2] = most, mine[3] = both, mine[4] = any, mine[5] = odd;
  if (lane % 2) atomicAdd(&mine[0], __reduce_add_sync(0xaaaaaaaau, lane) / 16);
}
