// run: --kernel k --grid 2 --block 128 --arg out:i32[256]=zero --arg key:u8[256]=random:227%3 --arg value:i32[256]=random:228%50
__global__ void k(int* out, const unsigned char* key, const int* value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = i & 31;
  int before = __shfl_up_sync(~0u, (int)key[i], 1);
  unsigned heads = __ballot_sync(~0u, lane == 0 || before != key[i]);
  int start = 31 - __clz(heads & (~0u >> (31 - lane))), x = value[i];
  for (int d = 1; d < 32; d *= 2) {
    int y = __shfl_up_sync(~0u, x, d);
    if (lane - d >= start) x += y;
  }
  bool tail = lane == 31 || (heads >> (lane + 1) & 1);
  if (tail) out[i - lane + start] = x;
}
