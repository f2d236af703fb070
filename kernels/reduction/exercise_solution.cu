// Each step halves the elements that are left, rounded up: the odd one waits for the next step.
extern "C" __global__ void reduce(float* out, const float* in, unsigned n) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0.0f;
  __syncthreads();

  for (unsigned left = blockDim.x; left > 1; left = (left + 1) / 2) {
    const unsigned k = (left + 1) / 2;
    if (t + k < left)
      s[t] += s[t + k];
    __syncthreads();
  }

  if (t == 0)
    out[blockIdx.x] = s[0];
}
