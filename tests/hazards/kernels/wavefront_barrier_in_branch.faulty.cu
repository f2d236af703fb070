// Faulty: of an alignment's rounds, only the threads on the wavefront wait.
extern "C" __global__ void k(int* out) {
  __shared__ int h[33][33];
  int t = threadIdx.x;
  h[0][t] = t;
  h[t + 1][0] = t + 1;
  if (t == 0) h[0][32] = 32;
  __syncthreads();
  for (int d = 0; d < 63; d++) {
    int j = d - t;
    if (j >= 0 && j < 32) {
      int cost = (t * j) % 3;
      h[t + 1][j + 1] = min(h[t][j] + cost, min(h[t][j + 1], h[t + 1][j]) + 1);
      __syncthreads();  // <1>
    }
  }
  if (t == 31) *out = h[32][32];
}
