// Inclusive scan of each block, Hillis-Steele (Kogge-Stone): in step k every element takes in the
// one k to its left. Two copies in shared memory, read one and write the other, so that one barrier
// a step is enough. Many additions, few steps.
extern "C" __global__ void scan_blocks(int* out, const int* in, int* sums, unsigned n) {
  extern __shared__ int s[];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  unsigned from = 0, to = blockDim.x;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();

  for (unsigned k = 1; k < blockDim.x; k *= 2) {
    int sum = s[from + t];
    if (t >= k)
      sum += s[from + t - k];
    s[to + t] = sum;
    const unsigned other = from;
    from = to;
    to = other;
    __syncthreads();
  }

  if (i < n)
    out[i] = s[from + t];
  if (t == blockDim.x - 1)
    sums[blockIdx.x] = s[from + t];
}

// `sums` scanned: every block but the first adds what the blocks before it hold.
extern "C" __global__ void add_sums(int* out, const int* sums, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x > 0 && i < n)
    out[i] += sums[blockIdx.x - 1];
}
