// Clean: they are set to zero.
extern "C" __global__ void k(int* out, const int* in, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t < n ? in[t] : 0;
  for (int d = 1; d < 64; d *= 2) {
    __syncthreads();
    if (t % (2 * d) == 2 * d - 1) s[t] += s[t - d];
  }
  if (t == 63) s[63] = 0;
  for (int d = 32; d > 0; d /= 2) {
    __syncthreads();
    if (t % (2 * d) != 2 * d - 1) continue;
    int left = s[t - d];
    s[t - d] = s[t];
    s[t] += left;
  }
  __syncthreads();
  if (t < n) out[t] = s[t];
}
