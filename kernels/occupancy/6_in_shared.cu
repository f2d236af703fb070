// The numbers are kept in shared memory, a word a thread for each: registers are free again.
extern "C" __global__ void mirror(float* out, const float* in, unsigned n, unsigned values) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  if (i >= n)
    return;
  for (unsigned k = 0; k < values; ++k)
    s[k * blockDim.x + t] = in[k * n + i];

  float sum = 0.0f;
  for (unsigned k = 0; k < values; ++k)
    sum += s[k * blockDim.x + t] * s[(values - 1 - k) * blockDim.x + t];
  out[i] = sum;
}
