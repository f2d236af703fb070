// Faulty: threads wait for the phase before the current one, which has always ended.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ unsigned long long bar;
  __shared__ int s[96];
  int t = threadIdx.x;
  unsigned at = (unsigned)__cvta_generic_to_shared(&bar), done = 0;
  if (t == 0) asm volatile("mbarrier.init.shared.b64 [%0], 96;" ::"r"(at) : "memory");
  __syncthreads();
  int value = in[t];
  for (int i = 0; i < t / 32 * 16; ++i) value += in[i] - i;
  s[t] = value;  // <1>
  asm volatile("{.reg .b64 s; mbarrier.arrive.shared.b64 s, [%0];}" ::"r"(at) : "memory");
  unsigned parity = 1;
  while (!done)
    asm volatile(
        "{.reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}"
        : "=r"(done) : "r"(at), "r"(parity) : "memory");
  out[t] = s[95 - t];  // <2>
}
