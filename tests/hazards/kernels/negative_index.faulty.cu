// Faulty: the first thread reads before the beginning of the buffer.
extern "C" __global__ void k(int* out, const int* in) {
  int t = threadIdx.x;
  out[t] = in[t - 1];  // <1>
}
