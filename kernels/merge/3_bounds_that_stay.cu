// The search as a lecture prints it: it moves i down or up by half of the way to a bound, but the
// bounds stay where they began. Some k send it round in circles; here it gives up.
constexpr int most_moves = 100;

__device__ int co_rank(int k, const int* a, int m, const int* b, int n) {
  int i = min(k, m), j = k - i;
  const int i_low = max(0, k - n), j_low = max(0, k - m);
  for (int moves = 0; moves < most_moves; ++moves) {
    if (i > 0 && j < n && a[i - 1] > b[j]) {
      const int delta = max(1, (i - i_low) / 2);
      i -= delta;
      j += delta;
    } else if (j > 0 && i < m && b[j - 1] >= a[i]) {
      const int delta = max(1, (j - j_low) / 2);
      i += delta;
      j -= delta;
    } else {
      return i;
    }
  }
  return -1;
}

extern "C" __global__ void co_ranks(int* out, const int* a, int m, const int* b, int n) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < m + n)
    out[k] = co_rank(k, a, m, b, n);
}
