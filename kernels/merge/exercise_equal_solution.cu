// Of equal elements those of a come first: an element of b stands behind those of a that are equal.
__device__ unsigned before(int x, bool equal_too, const int* in, unsigned count) {
  unsigned low = 0, high = count;
  while (low < high) {
    const unsigned middle = (low + high) / 2;
    if (in[middle] < x || (equal_too && in[middle] == x))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

extern "C" __global__ void merge(int* out, const int* a, unsigned m, const int* b, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m)
    out[i + before(a[i], false, b, n)] = a[i];
  else if (i < m + n)
    out[i - m + before(b[i - m], true, a, m)] = b[i - m];
}
