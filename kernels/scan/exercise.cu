// One copy in shared memory instead of two. An element may be overwritten before its neighbour has
// read it, and the result then depends on who comes first. Mend the loop.
extern "C" __global__ void scan_blocks(int* out, const int* in, int* sums, unsigned n) {
  extern __shared__ int s[];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();

  for (unsigned k = 1; k < blockDim.x; k *= 2) {
    if (t >= k)
      s[t] += s[t - k];
    __syncthreads();
  }

  if (i < n)
    out[i] = s[t];
  if (t == blockDim.x - 1)
    sums[blockIdx.x] = s[t];
}

// `sums` scanned: every block but the first adds what the blocks before it hold.
extern "C" __global__ void add_sums(int* out, const int* sums, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x > 0 && i < n)
    out[i] += sums[blockIdx.x - 1];
}
