// Clean: they go on behind it.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[32];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < 4; ++i) {
    s[t] = in[t] + i;
    __syncthreads();
    if (t % 3 == i % 3) continue;
    sum += s[t];
  }
  out[t] = sum;
}
