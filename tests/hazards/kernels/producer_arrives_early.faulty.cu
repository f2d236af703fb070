// Faulty: the producer arrives at the barrier before it has stored what the consumer waits for.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 32) {
    asm volatile("bar.arrive 1, 64;" ::: "memory");
    s[t] = in[t];  // <1>
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[t - 32] = s[63 - t];  // <2>
  }
}
