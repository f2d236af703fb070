// Inclusive scan of any length. The sums of the blocks are moved on by one block, as lecture notes
// say: "each element holds the sum of the block before". Is that what a block must add?
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

// One block, a thread a sum; there is shared memory for a word a thread.
extern "C" __global__ void scan_sums(int* sums, unsigned blocks) {
  const unsigned t = threadIdx.x;
  const int before = t > 0 && t < blocks ? sums[t - 1] : 0;
  __syncthreads();
  if (t < blocks)
    sums[t] = before;
}

extern "C" __global__ void add_sums(int* out, const int* sums, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] += sums[blockIdx.x];
}
