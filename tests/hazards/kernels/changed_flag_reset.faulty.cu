// Faulty: thread 0 resets the flag of the next round while others still look at it.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[64], changed;
  int t = threadIdx.x, round = 0;
  s[t] = in[t];
  do {
    if (t == 0) changed = 0;  // <1>
    __syncthreads();
    for (int odd = 0; odd < 2; ++odd) {
      int i = 2 * t + odd;
      if (t < 32 && i + 1 < 64 && s[i] > s[i + 1]) {
        int small = s[i + 1];
        s[i + 1] = s[i];
        s[i] = small;
        atomicExch(&changed, 1);
      }
      __syncthreads();
    }
  } while (changed && ++round < 100);  // <2>
  out[t] = s[t];
}
