// Faulty: the last warp of a reduction relies on lockstep and volatile alone, as in 2007.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];  // <1>
    s[t] += s[t + 8];  // <2>
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
    if (t == 0) out[0] = s[0];
  }
}
