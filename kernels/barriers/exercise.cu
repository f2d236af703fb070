// One block walks over all elements, a piece at a time. Two things are wrong: not every thread goes
// on as long as the others need it, and a piece may be overwritten while it is still being read.
extern "C" __global__ void mirror(float* out, const float* in, unsigned n) {
  __shared__ float s[1024];
  const unsigned t = threadIdx.x;
  for (unsigned i = t; i < n; i += blockDim.x) {
    const float value = in[i];
    s[t] = t % 2 == 0 ? value * 2.0f : value + 1.0f;
    __syncthreads();
    out[i] = s[blockDim.x - 1 - t];
  }
}
