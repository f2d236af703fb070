// Clean: all lanes go round equally often.
extern "C" __global__ void k(int* out, const int* in) {
  int t = threadIdx.x, sum = in[t];
  for (int d = 1; d < 32; d *= 2) {
    int other = __shfl_up_sync(0xffffffff, sum, d);
    if (t >= d) sum += other;
  }
  out[t] = sum;
}
