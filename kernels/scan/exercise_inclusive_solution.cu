// Each thread keeps its two elements and adds them at the end. The sums of the blocks are scanned
// inclusively then, too, so a block takes what stands one place before its own.
extern "C" __global__ void scan_blocks(int* out, const int* in, int* sums, unsigned n) {
  extern __shared__ int s[];
  const unsigned t = threadIdx.x;
  const unsigned width = 2 * blockDim.x;
  const unsigned base = blockIdx.x * width;
  const int even = base + 2 * t < n ? in[base + 2 * t] : 0;
  const int odd = base + 2 * t + 1 < n ? in[base + 2 * t + 1] : 0;
  s[2 * t] = even;
  s[2 * t + 1] = odd;

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
    out[base + 2 * t] = s[2 * t] + even;
  if (base + 2 * t + 1 < n)
    out[base + 2 * t + 1] = s[2 * t + 1] + odd;
}

// `sums` scanned, inclusively now: every block but the first adds what the one before has there.
extern "C" __global__ void add_sums(int* out, const int* sums, unsigned n) {
  const unsigned i = blockIdx.x * 2 * blockDim.x + threadIdx.x;
  if (blockIdx.x == 0)
    return;
  if (i < n)
    out[i] += sums[blockIdx.x - 1];
  if (i + blockDim.x < n)
    out[i + blockDim.x] += sums[blockIdx.x - 1];
}
