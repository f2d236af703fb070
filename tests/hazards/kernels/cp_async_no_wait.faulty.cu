// Faulty: a thread reads what its own cp.async brings without waiting for it.
__device__ __forceinline__ void copy_async(unsigned to, const int* from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(from) : "memory");  // <1>
}
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  unsigned to = (unsigned)__cvta_generic_to_shared(&s[t]);
  copy_async(to, in + t);
  out[t] = s[t];  // <2>
}
