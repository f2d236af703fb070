// A thread makes a section of the result. Two co-ranks tell it which elements of a and b go there,
// and no other thread needs those: it merges them one after the other.
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

__device__ void merge_in_turn(int* out, const int* a, unsigned m, const int* b, unsigned n) {
  unsigned i = 0, j = 0;
  for (unsigned k = 0; k < m + n; ++k)
    out[k] = j == n || (i < m && a[i] <= b[j]) ? a[i++] : b[j++];
}

extern "C" __global__ void merge(int* out, const int* a, unsigned m, const int* b, unsigned n,
                                 unsigned section) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned first = min(thread * section, m + n), last = min(first + section, m + n);
  const unsigned i = co_rank(first, a, m, b, n), j = first - i;
  const unsigned i_end = co_rank(last, a, m, b, n), j_end = last - i_end;
  merge_in_turn(out + first, a + i, i_end - i, b + j, j_end - j);
}
