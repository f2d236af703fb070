// out[t] = in[0] + ... + in[t], in one block, with one barrier a round.
extern "C" __global__ void scan(float* out, const float* in) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    const float left = t >= d ? s[t - d] : 0.0f;
    __syncwarp();
    if (t >= d)
      s[t] += left;
    __syncthreads();
  }
  out[t] = s[t];
}
