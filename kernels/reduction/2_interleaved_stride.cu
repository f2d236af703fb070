// The same pairs, but the threads that add stand together: thread t serves element 2 k t.
extern "C" __global__ void reduce(float* out, const float* in, unsigned n) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0.0f;
  __syncthreads();

  for (unsigned k = 1; k < blockDim.x; k *= 2) {
    const unsigned left = 2 * k * t;
    if (left < blockDim.x)
      s[left] += s[left + k];
    __syncthreads();
  }

  if (t == 0)
    out[blockIdx.x] = s[0];
}
