// Clean: __syncwarp stands between reading and storing, and between the rounds.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) {
    for (int d = 32; d > 0; d >>= 1) {
      int sum = s[t] + s[t + d];
      __syncwarp();
      s[t] = sum;
      __syncwarp();
    }
    if (t == 0) out[0] = s[0];
  }
}
