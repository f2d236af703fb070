// Faulty: each half waits at a named barrier of its own, but reads what the other half stores.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];  // <1>
  asm volatile("bar.sync %0, 64;" ::"r"(1 + t / 64) : "memory");
  out[t] = s[(t + 64) % 128];  // <2>
}
