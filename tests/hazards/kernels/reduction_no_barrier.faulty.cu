// Faulty: a tree reduction has no barrier between its rounds.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int d = 64; d > 0; d >>= 1) {
    if (t < d) s[t] += s[t + d];  // <1> <2>
  }
  if (t == 0) out[0] = s[0];
}
