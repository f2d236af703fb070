// Lanes hand their sums over directly, register to register; shared memory carries one value a warp.
__device__ float sum_of_warp(float sum) {
  for (unsigned k = 16; k > 0; k /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, k);
  return sum;
}

extern "C" __global__ void reduce(float* out, const float* in, unsigned n) {
  __shared__ float s[32];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * (2 * blockDim.x) + t;
  float sum = i < n ? in[i] : 0.0f;
  if (i + blockDim.x < n)
    sum += in[i + blockDim.x];

  sum = sum_of_warp(sum);
  if (t % 32 == 0)
    s[t / 32] = sum;
  __syncthreads();

  if (t < 32) {
    sum = sum_of_warp(t < blockDim.x / 32 ? s[t] : 0.0f);
    if (t == 0)
      out[blockIdx.x] = sum;
  }
}
