// Clean: a barrier lies between.
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
      offsets[d] = sum;
      sum += counts[d];
    }
  }
  __syncthreads();
  out[t] = offsets[digit];
}
