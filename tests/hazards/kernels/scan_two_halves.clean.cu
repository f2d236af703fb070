// Clean: each round reads one half and writes the other, so one barrier a round is enough.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[2][128];
  int t = threadIdx.x, from = 0;
  s[0][t] = in[t];
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    int to = 1 - from;
    int other = t >= d ? s[from][t - d] : 0;
    s[to][t] = s[from][t] + other;
    from = to;
    __syncthreads();
  }
  out[t] = s[from][t];
}
