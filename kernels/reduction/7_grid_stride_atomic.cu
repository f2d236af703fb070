// A fixed number of blocks walks over all elements; each block adds its sum to the result with one
// atomic. One launch, whatever the size.
__device__ float sum_of_warp(float sum) {
  for (unsigned k = 16; k > 0; k /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, k);
  return sum;
}

extern "C" __global__ void reduce(float* out, const float* in, unsigned n) {
  __shared__ float s[32];
  const unsigned t = threadIdx.x;
  float sum = 0.0f;
  for (unsigned i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
    sum += in[i];

  sum = sum_of_warp(sum);
  if (t % 32 == 0)
    s[t / 32] = sum;
  __syncthreads();

  if (t < 32) {
    sum = sum_of_warp(t < blockDim.x / 32 ? s[t] : 0.0f);
    if (t == 0)
      atomicAdd(out, sum);
  }
}
