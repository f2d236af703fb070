// Faulty: of two groups of copies one may still be under way when both are read.
__device__ __forceinline__ void copy_async(unsigned to, const int* from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(from) : "memory");  // <1>
}
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[2][64];
  int t = threadIdx.x;
  unsigned a = (unsigned)__cvta_generic_to_shared(&s[0][t]);
  unsigned b = (unsigned)__cvta_generic_to_shared(&s[1][t]);
  copy_async(a, in + t);
  asm volatile("cp.async.commit_group;" ::: "memory");
  copy_async(b, in + 64 + t);
  asm volatile("cp.async.commit_group;" ::: "memory");
  asm volatile("cp.async.wait_group 1;" ::: "memory");
  __syncthreads();
  int first = s[0][63 - t];
  out[t] = first + s[1][63 - t];  // <2>
}
