// One launch; each element is read once and written once. A block draws its tile's number, so that
// all tiles before it are under way, publishes its sum, and looks back over what they published. Flag
// and sum are one word, and need no fence between them. n counts int4.
constexpr unsigned lanes = 0xffffffff;
constexpr unsigned rows = 4;  // of a warp, 32 int4 each
constexpr unsigned long long own = 1ull << 32, complete = 2ull << 32;  // flags; 0: nothing yet

__device__ int scan_of_warp(int sum) {
  for (unsigned k = 1; k < 32; k *= 2) {
    const int left = __shfl_up_sync(lanes, sum, k);
    sum += threadIdx.x % 32 >= k ? left : 0;
  }
  return sum;
}

// The sum of all tiles before this one: 32 states at a time, back to the nearest complete one.
__device__ int look_back(const volatile unsigned long long* states, int tile) {
  const int lane = threadIdx.x % 32;
  int sum = 0;
  for (int i = tile - 1 - lane;; i -= 32) {
    unsigned long long state = complete;  // before the first tile
    while (i >= 0 && (state = states[i]) == 0) {
    }
    const int nearest = __ffs(__ballot_sync(lanes, state >= complete)) - 1;  // -1: none of these
    sum += nearest < 0 || lane <= nearest ? static_cast<int>(state) : 0;
    if (nearest >= 0) return __reduce_add_sync(lanes, sum);
  }
}

extern "C" __global__ void scan(int4* out, const int4* in, unsigned long long* states,
                                unsigned* ticket, unsigned n) {
  __shared__ unsigned drawn;
  __shared__ int before[32];  // each warp: first its sum, then that of all before it
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  if (threadIdx.x == 0)
    drawn = atomicAdd(ticket, 1);
  __syncthreads();
  const unsigned tile = drawn;
  const unsigned first = (tile * warps + warp) * rows * 32 + lane;
  int4 v[rows];
  for (unsigned k = 0; k < rows; ++k)
    v[k] = first + 32 * k < n ? in[first + 32 * k] : int4{};

  int left[rows], sum = 0;
  for (unsigned k = 0; k < rows; ++k) {
    const int four = v[k].x + v[k].y + v[k].z + v[k].w;
    const int scanned = scan_of_warp(four);
    left[k] = sum + scanned - four;
    sum += __shfl_sync(lanes, scanned, 31);
  }
  if (lane == 0)
    before[warp] = sum;
  __syncthreads();

  if (warp == 0) {
    const int mine = lane < warps ? before[lane] : 0;
    const int scanned = scan_of_warp(mine);
    const unsigned tile_sum = __shfl_sync(lanes, scanned, 31);
    volatile unsigned long long* const published = states;
    if (lane == 0)
      published[tile] = own | tile_sum;
    const int earlier = look_back(states, tile);
    if (lane == 0)
      published[tile] = complete | (earlier + tile_sum);
    before[lane] = earlier + scanned - mine;
  }
  __syncthreads();

  for (unsigned k = 0; k < rows; ++k) {
    int4 sums = v[k];
    sums.x += before[warp] + left[k];
    sums.y += sums.x;
    sums.z += sums.y;
    sums.w += sums.z;
    if (first + 32 * k < n)
      out[first + 32 * k] = sums;
  }
}
