// Faulty: a warp of 16 threads sums up as if it had 32, from lanes that are not there.
extern "C" __global__ void k(int* out, const int* in) {
  int t = threadIdx.x, lane = t % 32, sum = in[t];
  unsigned mask = t < 32 ? 0xffffffff : 0x0000ffff;
  for (int d = 16; d > 0; d /= 2) {
    int other = __shfl_down_sync(mask, sum, d);  // <1>
    sum += other;
  }
  if (lane == 0) out[t / 32] = sum;
}
