// Faulty: threads that return early leave cells of the tile unset, which others read.
extern "C" __global__ void k(int* out, const int* in, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t >= n) return;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[63 - t];  // <1>
}
