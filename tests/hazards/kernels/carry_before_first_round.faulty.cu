// Faulty: the carry between tiles is read in the first round, before any round has stored it.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int carry;
  int t = threadIdx.x;
  for (int i = 0; i < 64; i += 32) {
    int sum = in[i + t];
    for (int d = 1; d < 32; d *= 2) {
      int other = __shfl_up_sync(~0u, sum, d);
      if (t >= d) sum += other;
    }
    __syncthreads();
    sum += carry;  // <1>
    __syncthreads();
    if (t == 31) carry = sum;
    out[i + t] = sum;
  }
}
