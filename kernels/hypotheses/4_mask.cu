// Sums of neighbours first: a thread whose number is a multiple of twice the stride adds. A mask
// tells which these are.
extern "C" __global__ void sum(float* out, const float* in) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
#pragma unroll 1
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    const bool mine = (t & (2 * stride - 1)) == 0;
    if (mine) s[t] += s[t + stride];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
