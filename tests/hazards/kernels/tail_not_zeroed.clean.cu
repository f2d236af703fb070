// Clean: it is filled with zeros.
extern "C" __global__ void k(int* out, const int* in, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t < n ? in[t] : 0;
  for (int d = 64; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) s[t] += s[t + d];
  }
  if (t == 0) out[0] = s[0];
}
