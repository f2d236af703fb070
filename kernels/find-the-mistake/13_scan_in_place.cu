// out[t] = in[0] + ... + in[t], in one block.
extern "C" __global__ void scan(float* out, const float* in) {
  __shared__ float s[1024];
  const unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    if (t >= d)
      s[t] += s[t - d];
    __syncthreads();
  }
  out[t] = s[t];
}
