// Clean: a release store raises the flag.
extern "C" __global__ void k(long long* out, const int* in, long long* value, int* flag) {
  int t = threadIdx.x, seen = 0;
  if (blockIdx.x == 0) {
    value[t] = in[t] + 1;
    asm volatile("st.release.gpu.b32 [%0], 1;" ::"l"(flag + t) : "memory");
  } else {
    while (!seen)
      asm volatile("ld.acquire.gpu.b32 %0, [%1];" : "=r"(seen) : "l"(flag + t) : "memory");
    out[t] = value[t];
  }
}
