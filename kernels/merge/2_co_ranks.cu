// Of the first k elements of the result i come from a and j = k - i from b: i is the co-rank of k.
// It is the smallest i for which a[i] does not belong before b[j - 1].
__device__ unsigned co_rank(unsigned k, const int* a, unsigned m, const int* b, unsigned n) {
  unsigned low = k > n ? k - n : 0, high = min(k, m);
  while (low < high) {
    const unsigned i = (low + high) / 2, j = k - i;
    if (a[i] <= b[j - 1])
      low = i + 1;
    else
      high = i;
  }
  return low;
}

extern "C" __global__ void co_ranks(int* out, const int* a, unsigned m, const int* b, unsigned n) {
  const unsigned k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < m + n)
    out[k] = co_rank(k, a, m, b, n);
}
