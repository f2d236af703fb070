// Faulty: a device function is called again while slower warps still read its shared sums.
__device__ __noinline__ int block_sum(int value) {
  __shared__ int sums[2];
  for (int d = 16; d > 0; d /= 2) value += __shfl_down_sync(0xffffffff, value, d);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = value;  // <1>
  __syncthreads();
  int sum = sums[0] + sums[1];  // <2>
  return sum;
}
extern "C" __global__ void k(int* out, const int* in) {
  int t = threadIdx.x;
  out[t] = block_sum(in[t]) + block_sum(in[63 - t]);
}
