// Faulty: the tail of a ragged tile is never stored, but is added.
extern "C" __global__ void k(int* out, const int* in, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t < n) s[t] = in[t];
  for (int d = 64; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) s[t] += s[t + d];  // <1>
  }
  if (t == 0) out[0] = s[0];
}
