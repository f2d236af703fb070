// The same tiles as rings: what a tile of the result has not used stays where it lies, and only as
// many elements are fetched as were used, into their places.
struct Ring {
  int* words;
  unsigned size, start, count;
  __device__ int& at(unsigned i) const { return words[(start + i) % size]; }
  __device__ void fill_up(const int* in, unsigned wanted) {
    for (unsigned t = count + threadIdx.x; t < wanted; t += blockDim.x)
      at(t) = in[t];
    count = wanted;
  }
  __device__ void drop(unsigned used) {
    start = (start + used) % size;
    count -= used;
  }
};

struct Array {
  const int* words;
  unsigned count;
  __device__ int at(unsigned i) const { return words[i]; }
};

template <typename List>
__device__ unsigned co_rank(unsigned k, const List& a, const List& b) {
  unsigned low = k > b.count ? k - b.count : 0, high = min(k, a.count);
  while (low < high) {
    const unsigned i = (low + high) / 2, j = k - i;
    if (a.at(i) <= b.at(j - 1))
      low = i + 1;
    else
      high = i;
  }
  return low;
}

__device__ void merge_in_turn(int* out, const Ring& a, unsigned i, unsigned i_end, const Ring& b,
                              unsigned j, unsigned j_end) {
  for (unsigned k = 0; i < i_end || j < j_end; ++k)
    out[k] = j == j_end || (i < i_end && a.at(i) <= b.at(j)) ? a.at(i++) : b.at(j++);
}

extern "C" __global__ void merge(int* out, const int* a, unsigned m, const int* b, unsigned n,
                                 unsigned tile) {
  extern __shared__ int tiles[];
  Ring ring_a{tiles, tile, 0, 0}, ring_b{tiles + tile, tile, 0, 0};
  const unsigned first = min(blockIdx.x * 4 * tile, m + n), last = min(first + 4 * tile, m + n);
  const unsigned i_end = co_rank(last, Array{a, m}, Array{b, n}), j_end = last - i_end;
  unsigned i = co_rank(first, Array{a, m}, Array{b, n}), j = first - i;

  for (unsigned k = first; k < last; k += tile) {
    ring_a.fill_up(a + i, min(tile, i_end - i));
    ring_b.fill_up(b + j, min(tile, j_end - j));
    __syncthreads();

    const unsigned made = min(tile, last - k), section = tile / blockDim.x;
    const unsigned begin = min(threadIdx.x * section, made), end = min(begin + section, made);
    const unsigned p = co_rank(begin, ring_a, ring_b), p_end = co_rank(end, ring_a, ring_b);
    merge_in_turn(out + k + begin, ring_a, p, p_end, ring_b, begin - p, end - p_end);
    const unsigned used = co_rank(made, ring_a, ring_b);
    __syncthreads();
    ring_a.drop(used);
    ring_b.drop(made - used);
    i += used;
    j += made - used;
  }
}
