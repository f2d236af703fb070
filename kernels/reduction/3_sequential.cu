// The pairs change: the first k elements take in the next k. Neighbouring threads touch
// neighbouring words, so no bank is asked twice.
extern "C" __global__ void reduce(float* out, const float* in, unsigned n) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0.0f;
  __syncthreads();

  for (unsigned k = blockDim.x / 2; k > 0; k /= 2) {
    if (t < k)
      s[t] += s[t + k];
    __syncthreads();
  }

  if (t == 0)
    out[blockIdx.x] = s[0];
}
