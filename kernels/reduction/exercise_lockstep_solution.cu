// The lanes of the last warp wait for each other: all have read, then all write, then all have written.
// Needs at least 64 threads a block.
extern "C" __global__ void reduce(float* out, const float* in, unsigned n) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * (2 * blockDim.x) + t;
  float sum = i < n ? in[i] : 0.0f;
  if (i + blockDim.x < n)
    sum += in[i + blockDim.x];
  s[t] = sum;
  __syncthreads();

  for (unsigned k = blockDim.x / 2; k > 32; k /= 2) {
    if (t < k)
      s[t] += s[t + k];
    __syncthreads();
  }

  if (t < 32) {
#pragma unroll 1
    for (unsigned k = 32; k > 0; k /= 2) {
      const float both = s[t] + s[t + k];
      __syncwarp();
      s[t] = both;
      __syncwarp();
    }
    if (t == 0)
      out[blockIdx.x] = s[0];
  }
}
