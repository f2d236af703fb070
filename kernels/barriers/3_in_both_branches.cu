// A barrier in each branch. The halves of a warp come to it one after the other, at different lines:
// CUDA wants all threads at the same one, and promises nothing otherwise.
extern "C" __global__ void mirror(float* out, const float* in, unsigned n) {
  __shared__ float s[1024];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  const float value = i < n ? in[i] : 0.0f;
  if (t % 2 == 0) {
    s[t] = value * 2.0f;
    __syncthreads();
  } else {
    s[t] = value + 1.0f;
    __syncthreads();
  }

  if (i < n)
    out[i] = s[blockDim.x - 1 - t];
}
