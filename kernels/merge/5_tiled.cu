// A block makes four tiles of the result, one after the other. As many elements of a and of b as a
// tile has are brought to shared memory first: wherever the tile ends, what it needs is there.
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
                                 unsigned tile) {
  extern __shared__ int tiles[];
  int *const tile_a = tiles, *const tile_b = tiles + tile;
  const unsigned first = min(blockIdx.x * 4 * tile, m + n), last = min(first + 4 * tile, m + n);
  const unsigned i_end = co_rank(last, a, m, b, n), j_end = last - i_end;
  unsigned i = co_rank(first, a, m, b, n), j = first - i;

  for (unsigned k = first; k < last; k += tile) {
    const unsigned in_a = min(tile, i_end - i), in_b = min(tile, j_end - j);
    for (unsigned t = threadIdx.x; t < in_a; t += blockDim.x)
      tile_a[t] = a[i + t];
    for (unsigned t = threadIdx.x; t < in_b; t += blockDim.x)
      tile_b[t] = b[j + t];
    __syncthreads();

    const unsigned made = min(tile, last - k), section = tile / blockDim.x;
    const unsigned begin = min(threadIdx.x * section, made), end = min(begin + section, made);
    const unsigned p = co_rank(begin, tile_a, in_a, tile_b, in_b);
    const unsigned p_end = co_rank(end, tile_a, in_a, tile_b, in_b);
    merge_in_turn(out + k + begin, tile_a + p, p_end - p, tile_b + (begin - p),
                  (end - p_end) - (begin - p));
    const unsigned used = co_rank(made, tile_a, in_a, tile_b, in_b);
    __syncthreads();
    i += used;
    j += made - used;
  }
}
