// Clean: it waits at a barrier at which the consumer arrives when it has read.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  for (int i = 0; i < 2; ++i)
    if (t < 32) {
      if (i > 0) asm volatile("bar.sync 3, 64;" ::: "memory");
      s[t] = in[i * 32 + t];
      asm volatile("bar.arrive %0, 64;" ::"r"(1 + i) : "memory");
    } else {
      asm volatile("bar.sync %0, 64;" ::"r"(1 + i) : "memory");
      out[i * 32 + t - 32] = s[63 - t];
      if (i == 0) asm volatile("bar.arrive 3, 64;" ::: "memory");
    }
}
