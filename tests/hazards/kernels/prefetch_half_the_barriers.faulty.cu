// Faulty: double buffering with a barrier only in every second round.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[2][128];
  int t = threadIdx.x, sum = 0;
  s[0][t] = in[t];
  __syncthreads();
  for (int i = 0; i < 4; ++i) {
    if (i < 3) s[(i + 1) & 1][t] = in[(i + 1) * 128 + t];  // <1>
    sum += s[i & 1][(t + 32) % 128];  // <2>
    if (i & 1) __syncthreads();
  }
  out[t] = sum;
}
