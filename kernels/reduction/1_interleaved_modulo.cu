// A block sums its elements in shared memory; in each step every (2k)th thread takes in its
// neighbour k to the right. Blocks leave one value each; launch again on those.
extern "C" __global__ void reduce(float* out, const float* in, unsigned n) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0.0f;
  __syncthreads();

  for (unsigned k = 1; k < blockDim.x; k *= 2) {
    if (t % (2 * k) == 0)
      s[t] += s[t + k];
    __syncthreads();
  }

  if (t == 0)
    out[blockIdx.x] = s[0];
}
