// All threads go round as often, the guards stand inside, and a second barrier lets everyone read
// before anyone writes again.
extern "C" __global__ void mirror(float* out, const float* in, unsigned n) {
  __shared__ float s[1024];
  const unsigned t = threadIdx.x;
  for (unsigned first = 0; first < n; first += blockDim.x) {
    const unsigned i = first + t;
    const float value = i < n ? in[i] : 0.0f;
    s[t] = t % 2 == 0 ? value * 2.0f : value + 1.0f;
    __syncthreads();
    if (i < n)
      out[i] = s[blockDim.x - 1 - t];
    __syncthreads();
  }
}
