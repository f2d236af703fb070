// Up the tree and down again gives an exclusive scan, and the same kernel scans the sums of the blocks.
// Make the whole scan inclusive, without reading the input twice.
extern "C" __global__ void scan_blocks(int* out, const int* in, int* sums, unsigned n) {
  extern __shared__ int s[];
  const unsigned t = threadIdx.x;
  const unsigned width = 2 * blockDim.x;
  const unsigned base = blockIdx.x * width;
  s[2 * t] = base + 2 * t < n ? in[base + 2 * t] : 0;
  s[2 * t + 1] = base + 2 * t + 1 < n ? in[base + 2 * t + 1] : 0;

  unsigned k = 1;
  for (unsigned pairs = blockDim.x; pairs > 0; pairs /= 2) {
    __syncthreads();
    if (t < pairs) {
      const unsigned left = k * (2 * t + 1) - 1;
      const unsigned right = k * (2 * t + 2) - 1;
      s[right] += s[left];
    }
    k *= 2;
  }

  if (t == 0) {
    sums[blockIdx.x] = s[width - 1];
    s[width - 1] = 0;
  }

  for (unsigned pairs = 1; pairs < width; pairs *= 2) {
    k /= 2;
    __syncthreads();
    if (t < pairs) {
      const unsigned left = k * (2 * t + 1) - 1;
      const unsigned right = k * (2 * t + 2) - 1;
      const int sum = s[left];
      s[left] = s[right];
      s[right] += sum;
    }
  }
  __syncthreads();

  if (base + 2 * t < n)
    out[base + 2 * t] = s[2 * t];
  if (base + 2 * t + 1 < n)
    out[base + 2 * t + 1] = s[2 * t + 1];
}

// `sums` scanned: every block adds what the blocks before it hold.
extern "C" __global__ void add_sums(int* out, const int* sums, unsigned n) {
  const unsigned i = blockIdx.x * 2 * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] += sums[blockIdx.x];
  if (i + blockDim.x < n)
    out[i + blockDim.x] += sums[blockIdx.x];
}
