// Too many of a: j is too small, and none below it need be tried again. Too few: the same of i. Half
// of the way is rounded up, so that each move shrinks what is left.
__device__ int co_rank(int k, const int* a, int m, const int* b, int n) {
  int i = min(k, m), j = k - i;
  int i_low = max(0, k - n), j_low = max(0, k - m);
  while (true) {
    if (i > 0 && j < n && a[i - 1] > b[j]) {
      const int delta = (i - i_low + 1) / 2;
      j_low = j;
      i -= delta;
      j += delta;
    } else if (j > 0 && i < m && b[j - 1] >= a[i]) {
      const int delta = (j - j_low + 1) / 2;
      i_low = i;
      i += delta;
      j -= delta;
    } else {
      return i;
    }
  }
}

extern "C" __global__ void co_ranks(int* out, const int* a, int m, const int* b, int n) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < m + n)
    out[k] = co_rank(k, a, m, b, n);
}
