// Clean: all lanes leave it together.
extern "C" __global__ void k(int* out, const int* in) {
  int t = threadIdx.x, value = in[t], round = 0;
  for (; round < 4; ++round) {
    if (__syncthreads_count(value % 4 > round) == 0) break;
  }
  out[t] = value;
}
