// From 64 elements down only the first warp works: no barrier of the block, no loop. A warp's lanes
// may drift apart (since Volta), so each exchange through shared memory is fenced by __syncwarp:
// everyone has read, then everyone has written.
__device__ float take_in(float* s, unsigned t, unsigned k, float sum) {
  sum += s[t + k];
  __syncwarp();
  s[t] = sum;
  __syncwarp();
  return sum;
}

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
    sum = take_in(s, t, 32, s[t]);
    sum = take_in(s, t, 16, sum);
    sum = take_in(s, t, 8, sum);
    sum = take_in(s, t, 4, sum);
    sum = take_in(s, t, 2, sum);
    sum = take_in(s, t, 1, sum);
    if (t == 0)
      out[blockIdx.x] = sum;
  }
}
