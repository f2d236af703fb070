// Clean: both wait in the same order.
extern "C" __global__ void k(int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int first = 1, second = 2;
  s[t] = t;
  asm volatile("bar.sync %0, 64;" ::"r"(first) : "memory");
  out[t] = s[63 - t];
  asm volatile("bar.sync %0, 64;" ::"r"(second) : "memory");
}
