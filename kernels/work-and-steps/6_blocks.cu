// Inclusive scan of any length: each block scans its part and leaves its sum, one block scans these
// sums, and then each block adds what all blocks before it hold.
extern "C" __global__ void scan_blocks(int* out, const int* in, int* sums, unsigned n) {
  extern __shared__ int s[];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0;
  for (unsigned k = 1; k < blockDim.x; k *= 2) {
    int sum = 0;
    __syncthreads();
    if (t >= k)
      sum = s[t] + s[t - k];
    __syncthreads();
    if (t >= k)
      s[t] = sum;
  }
  if (i < n)
    out[i] = s[t];
  if (t == blockDim.x - 1)
    sums[blockIdx.x] = s[t];
}

extern "C" __global__ void add_sums(int* out, const int* sums, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x > 0 && i < n)
    out[i] += sums[blockIdx.x - 1];
}
