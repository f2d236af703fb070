// Faulty: each thread waits for its own cp.async, but reads what other threads' copies bring.
__device__ __forceinline__ void copy_async(unsigned to, const int* from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(from) : "memory");  // <1>
}
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  unsigned to = (unsigned)__cvta_generic_to_shared(&s[t]);
  copy_async(to, in + t);
  asm volatile("cp.async.wait_all;" ::: "memory");
  out[t] = s[63 - t];  // <2>
}
