// Clean: it arrives after its stores.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 32) {
    s[t] = in[t];
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[t - 32] = s[63 - t];
  }
}
