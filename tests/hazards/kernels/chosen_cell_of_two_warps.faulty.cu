// Faulty: the fifth lane of each warp adds cell 5, which one warp may not have tripled yet.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[64];
  int t = threadIdx.x, more = 0;
  s[t] = in[t];
  __syncthreads();
  s[t] *= 3;                     // <1>
  if (t % 32 == 5) more = s[5];  // <2>
  out[t] = more + t;
}
