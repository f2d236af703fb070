// Faulty: the producer fills its buffer again without waiting until the consumer has emptied it.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  for (int i = 0; i < 2; ++i)
    if (t < 32) {
      s[t] = in[i * 32 + t];  // <1>
      asm volatile("bar.arrive %0, 64;" ::"r"(1 + i) : "memory");
    } else {
      asm volatile("bar.sync %0, 64;" ::"r"(1 + i) : "memory");
      out[i * 32 + t - 32] = s[63 - t];  // <2>
    }
}
