// Faulty: the first round of a reduction reads what other warps may not have stored yet.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];  // <1>
  for (int d = 64; d > 0; d >>= 1) {
    if (t < d) s[t] += s[t + d];  // <2>
    __syncthreads();
  }
  if (t == 0) out[0] = s[0];
}
