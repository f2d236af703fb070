// Faulty: an alignment's wavefront crosses from warp to warp, but only warps wait for themselves.
extern "C" __global__ void k(int* out) {
  __shared__ int h[65][65];
  int t = threadIdx.x;
  h[0][t] = t;
  h[t + 1][0] = t + 1;
  if (t == 0) h[0][64] = 64;
  __syncthreads();
  for (int d = 0; d < 127; d++) {
    int j = d - t;
    if (j >= 0 && j < 64) {
      int cost = (t * j) % 3;
      int above = min(h[t][j] + cost, h[t][j + 1] + 1);  // <1>
      h[t + 1][j + 1] = min(above, h[t + 1][j] + 1);     // <2>
    }
    __syncwarp();
  }
  if (t == 63) *out = h[64][64];
}
