// Faulty: warps may arrive at an mbarrier before thread 0 has made it.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ unsigned long long bar;
  int t = threadIdx.x;
  unsigned at = (unsigned)__cvta_generic_to_shared(&bar);
  if (t == 0) asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(at) : "memory");  // <1>
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(at) : "memory");  // <2>
  out[t] = in[t];
}
