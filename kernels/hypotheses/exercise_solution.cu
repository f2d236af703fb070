// Rounds of whole warps in shared memory, and the last ones in the registers of one warp, where all
// lanes shuffle together and add.
extern "C" __global__ void sum(float* out, const float* in) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
#pragma unroll 1
  for (unsigned stride = blockDim.x / 2; stride >= 32; stride /= 2) {
    if (t < stride) s[t] += s[t + stride];
    __syncthreads();
  }
  if (t >= 32) return;
  float value = s[t];
#pragma unroll 1
  for (unsigned distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(0xFFFFFFFFu, value, distance);
  if (t == 0) out[blockIdx.x] = value;
}
