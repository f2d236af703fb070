// Faulty: only the lower warps wait, at a barrier of their own, so the upper ones read early.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];  // <1>
  if (t < 64) asm volatile("bar.sync 1, 64;" ::: "memory");
  out[t] = s[(t + 64) % 128];  // <2>
}
