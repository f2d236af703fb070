// Clean: a barrier ends each round.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + 64] = in[t + 64];
  __syncthreads();
  for (int round = 0; round < 128; ++round) {
    int i = 2 * t + round % 2;
    if (i + 1 < 128 && s[i] > s[i + 1]) {
      int small = s[i + 1];
      s[i + 1] = s[i];
      s[i] = small;
    }
    __syncthreads();
  }
  __syncthreads();
  out[t] = s[t];
  out[t + 64] = s[t + 64];
}
