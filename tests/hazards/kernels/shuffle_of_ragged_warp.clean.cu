// Clean: each step adds only lanes that are there.
extern "C" __global__ void k(int* out, const int* in) {
  int t = threadIdx.x, lane = t % 32, sum = in[t];
  unsigned mask = t < 32 ? 0xffffffff : 0x0000ffff;
  int lanes = t < 32 ? 32 : 16;
  for (int d = 16; d > 0; d /= 2) {
    int other = __shfl_down_sync(mask, sum, d);
    if (lane + d < lanes) sum += other;
  }
  if (lane == 0) out[t / 32] = sum;
}
