// Faulty: a named barrier waits for more threads than the block has.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  asm volatile("bar.sync 1, 96;" ::: "memory");  // <1>
  out[t] = s[63 - t];
}
