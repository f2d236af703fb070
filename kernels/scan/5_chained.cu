// One launch, inclusive: a block scans its tile, waits for the sum of all tiles before it, and
// publishes that sum and its own together. It draws its tile's number, so that the tile before is
// under way. Flag and sum are one word, and need no fence between them.
constexpr unsigned long long kThere = 1ull << 32;

extern "C" __global__ void scan(int* out, const int* in, unsigned long long* states,
                                unsigned* ticket, unsigned n) {
  extern __shared__ int s[];
  __shared__ unsigned drawn;
  __shared__ int before;
  const unsigned t = threadIdx.x;
  if (t == 0)
    drawn = atomicAdd(ticket, 1);
  __syncthreads();
  const unsigned tile = drawn;
  const unsigned i = tile * blockDim.x + t;
  unsigned from = 0, to = blockDim.x;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();

  for (unsigned k = 1; k < blockDim.x; k *= 2) {
    int sum = s[from + t];
    if (t >= k)
      sum += s[from + t - k];
    s[to + t] = sum;
    const unsigned other = from;
    from = to;
    to = other;
    __syncthreads();
  }

  if (t == blockDim.x - 1) {
    volatile unsigned long long* const published = states;
    unsigned long long state = kThere;  // before the first tile
    while (tile > 0 && (state = published[tile - 1]) == 0) {
    }
    before = static_cast<int>(state);
    const unsigned sum = before + s[from + t];
    published[tile] = kThere | sum;
  }
  __syncthreads();

  if (i < n)
    out[i] = before + s[from + t];
}
