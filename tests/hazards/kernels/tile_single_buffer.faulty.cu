// Faulty: with one buffer and one barrier a round, a tile overwrites what slower warps still read.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[2][128];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < 4; ++i) {
    int half = 0;
    s[half][t] = in[i * 128 + t];  // <1>
    __syncthreads();
    sum += s[half][(t + 32) % 128];  // <2>
  }
  out[t] = sum;
}
