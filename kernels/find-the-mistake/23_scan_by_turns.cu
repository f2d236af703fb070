// out[t] = in[0] + ... + in[t], in one block.
extern "C" __global__ void scan(float* out, const float* in) {
  __shared__ float a[1024], b[1024];
  float *from = a, *to = b;
  const unsigned t = threadIdx.x;
  a[t] = in[t];
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    __syncthreads();
    to[t] = from[t] + (t >= d ? from[t - d] : 0.0f);
    float* const other = from;
    from = to;
    to = other;
  }
  out[t] = b[t];
}
