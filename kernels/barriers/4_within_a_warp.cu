// The thread opposite is in the same warp now, so only the warp has to meet: __syncwarp.
extern "C" __global__ void mirror(float* out, const float* in, unsigned n) {
  __shared__ float s[1024];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  const float value = i < n ? in[i] : 0.0f;
  if (t % 2 == 0)
    s[t] = value * 2.0f;
  else
    s[t] = value + 1.0f;
  __syncwarp();

  if (i < n)
    out[i] = s[t ^ 31];
}
