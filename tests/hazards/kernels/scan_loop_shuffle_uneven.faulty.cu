// Faulty: lanes go round a loop with a shuffle unequally often, though the mask names all.
extern "C" __global__ void k(int* out, const int* in) {
  int t = threadIdx.x, sum = in[t];
  for (int d = 1; d <= t; d *= 2) {
    int other = __shfl_up_sync(0xffffffff, sum, d);  // <1>
    if (t >= d) sum += other;
  }
  out[t] = sum;
}
