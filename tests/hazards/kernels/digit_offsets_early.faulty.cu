// Faulty: the first warp scans the counts of the digits, and the others do not wait for it.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int counts[16], offsets[16];
  int t = threadIdx.x, digit = in[t] % 16;
  if (t < 16) counts[t] = 0;
  __syncthreads();
  atomicAdd(&counts[digit], 1);
  __syncthreads();
  if (t == 0) {
    int sum = 0;
    for (int d = 0; d < 16; ++d) {
      offsets[d] = sum;  // <1>
      sum += counts[d];
    }
  }
  out[t] = offsets[digit];  // <2>
}
