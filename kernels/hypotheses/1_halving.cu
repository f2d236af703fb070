// Each block makes the sum of as many numbers as it has threads: in each round the lower half of
// those that are left add what the upper half have.
extern "C" __global__ void sum(float* out, const float* in) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
#pragma unroll 1
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) s[t] += s[t + stride];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
