// Clean: two buffers in turn, so that one barrier a round is enough.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[2][128];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < 4; ++i) {
    int half = i & 1;
    s[half][t] = in[i * 128 + t];
    __syncthreads();
    sum += s[half][(t + 32) % 128];
  }
  out[t] = sum;
}
