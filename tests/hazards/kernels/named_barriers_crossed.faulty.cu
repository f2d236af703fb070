// Faulty: two warps wait at two named barriers in opposite order.
extern "C" __global__ void k(int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int first = 1 + t / 32, second = 2 - t / 32;
  s[t] = t;
  asm volatile("bar.sync %0, 64;" ::"r"(first) : "memory");  // <1>
  out[t] = s[63 - t];
  asm volatile("bar.sync %0, 64;" ::"r"(second) : "memory");
}
