// Faulty: a scan with one barrier a round reads and writes the same half of its array.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[2][128];
  int t = threadIdx.x, from = 0;
  s[0][t] = in[t];
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    int to = from;
    int other = t >= d ? s[from][t - d] : 0;  // <1>
    s[to][t] = s[from][t] + other;  // <2>
    from = to;
    __syncthreads();
  }
  out[t] = s[from][t];
}
