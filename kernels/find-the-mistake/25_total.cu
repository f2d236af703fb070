// The total of a block's numbers.
extern "C" __global__ void total(float* out, const float* in) {
  __shared__ float sum;
  if (threadIdx.x == 0)
    sum = 0.0f;
  __syncthreads();
  atomicAdd(&sum, in[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0)
    *out = sum;
}
