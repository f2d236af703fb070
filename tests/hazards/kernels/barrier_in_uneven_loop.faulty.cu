// Faulty: the lanes of a warp go round a loop with a barrier unequally often.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[32];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i <= in[t] % 4; ++i) {
    s[t] = in[t];
    __syncthreads();  // <1>
    sum += s[t];
  }
  out[t] = sum;
}
