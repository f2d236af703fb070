// Faulty: some lanes leave a loop in front of the barrier that its other lanes count at.
extern "C" __global__ void k(int* out, const int* in) {
  int t = threadIdx.x, value = in[t], round = 0;
  for (; round < 4; ++round) {
    if (value % 4 == round) break;
    if (__syncthreads_count(value % 4 > round) == 0) break;  // <1>
  }
  out[t] = value;
}
