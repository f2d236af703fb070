// Faulty: the last block reads the others' sums, which no fence orders before the counter.
extern "C" __global__ void k(int* out, int* part, unsigned* done, const int* in) {
  int t = threadIdx.x, sum = in[blockIdx.x * 32 + t];
  for (int d = 16; d > 0; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
  if (t == 0) {
    part[blockIdx.x] = sum;  // <1>
    if (atomicAdd(done, 1) == gridDim.x - 1) {
      __threadfence();
      int all = 0;
      for (int b = 0; b < gridDim.x; ++b) all += part[b];  // <2>
      out[0] = all;
    }
  }
}
