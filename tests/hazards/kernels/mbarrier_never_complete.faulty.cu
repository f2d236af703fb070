// Faulty: an mbarrier waits for one arrival more than there are.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ unsigned long long bar;
  __shared__ int s[64];
  int t = threadIdx.x;
  unsigned at = (unsigned)__cvta_generic_to_shared(&bar), done = 0;
  if (t == 0) asm volatile("mbarrier.init.shared.b64 [%0], 65;" ::"r"(at) : "memory");
  __syncthreads();
  s[t] = in[t];
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(at) : "memory");
  while (!done)
    asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0; "
                 "selp.u32 %0, 1, 0, p;}"
                 : "=r"(done) : "r"(at) : "memory");  // <1>
  out[t] = s[63 - t];
}
