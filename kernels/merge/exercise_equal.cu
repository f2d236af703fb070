// Each element looks for its place: behind those before it in its own array, and behind those of the
// other one that are less. Nothing is said of those that are equal.
__device__ unsigned before(int x, const int* in, unsigned count) {
  unsigned low = 0, high = count;
  while (low < high) {
    const unsigned middle = (low + high) / 2;
    if (in[middle] < x)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

extern "C" __global__ void merge(int* out, const int* a, unsigned m, const int* b, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m)
    out[i + before(a[i], b, n)] = a[i];
  else if (i < m + n)
    out[i - m + before(b[i - m], a, m)] = b[i - m];
}
