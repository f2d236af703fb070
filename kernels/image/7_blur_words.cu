// Sixteen pixels a thread, one launch, and a radius that the compiler knows. A thread walks down a
// strip and keeps the sums of its columns: the row that comes in is summed along the row and added,
// the one that goes out, kept in shared memory until then, is taken away. Two sums share a word.
// The width is a multiple of sixteen.
constexpr int r = 3;
constexpr int ahead = 3;  // rows that are asked for before they are needed

// Of four pixels the first and the third (odd: the second and the fourth), each in half a word.
__device__ unsigned apart(unsigned four, int odd) {
  return __byte_perm(four, 0, odd ? 0x4341 : 0x4240);
}

// Pixels k and k + 2.
__device__ unsigned two(const unsigned* fours, int k) {
  const unsigned here = apart(fours[k / 4], k % 2);
  return k % 4 < 2 ? here : __byte_perm(here, apart(fours[k / 4 + 1], k % 2), 0x5432);
}

// Sums of 2r + 1 neighbours: of every four first the even ones, then the odd ones.
__device__ void sum_row(unsigned* row, unsigned left, uint4 middle, unsigned right) {
  const unsigned fours[6] = {left, middle.x, middle.y, middle.z, middle.w, right};
  for (int j = 0; j < 4; ++j) {
    const int at = 4 + 4 * j;
    row[2 * j] = 0;
    for (int k = -r; k <= r; ++k)
      row[2 * j] += two(fours, at + k);
    row[2 * j + 1] = row[2 * j] + two(fours, at + r + 1) - two(fours, at - r);
  }
}

// How many of the 2r + 1 places around i there are.
__device__ unsigned places(int i, int length) {
  return min(i + r, length - 1) - max(i - r, 0) + 1;
}

// `once` is 2^24 / count, rounded up: the highest byte of the product is the mean.
__device__ unsigned means(unsigned even, unsigned odd, const unsigned* once) {
  const unsigned left = __byte_perm((even & 0xffff) * once[0], (odd & 0xffff) * once[1], 0x73);
  const unsigned right = __byte_perm((even >> 16) * once[2], (odd >> 16) * once[3], 0x73);
  return __byte_perm(left, right, 0x5410);
}

// Registers for six blocks on an SM, no more.
extern "C" __global__ void __launch_bounds__(128, 6)
blur(uint4* __restrict__ out, const uint4* __restrict__ in, int sixteens, int height, int strip) {
  __shared__ uint4 ring[2 * r + 1][2][128];  // the sums of the last rows
  const int me = threadIdx.y * 32 + threadIdx.x;
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int top = strip * (blockIdx.y * 4 + threadIdx.y);
  const int bottom = min(top + strip, height);
  if (x >= sixteens || top >= height) return;
  const auto pixels = [&](int y, int i) {
    return y >= 0 && y < height && i >= 0 && i < sixteens ? in[y * sixteens + i] : uint4{};
  };

  for (int k = 0; k <= 2 * r; ++k)
    ring[k][0][me] = ring[k][1][me] = uint4{};
  uint4 next[ahead];
  for (int k = 0; k < ahead; ++k)
    next[k] = pixels(top - r + k, x);
  unsigned sum[8] = {}, once[16];
  int slot = 0;
  for (int first = top - r; first < bottom + r; first += ahead) {
#pragma unroll
    for (int k = 0; k < ahead; ++k) {
      const int y = first + k;
      alignas(16) unsigned row[8], old[8], bytes[4];
      sum_row(row, pixels(y, x - 1).w, next[k], pixels(y, x + 1).x);
      next[k] = pixels(y + ahead, x);
      for (int j = 0; j < 2; ++j) {
        reinterpret_cast<uint4*>(old)[j] = ring[slot][j][me];
        ring[slot][j][me] = reinterpret_cast<const uint4*>(row)[j];
      }
      slot = slot < 2 * r ? slot + 1 : 0;
      for (int j = 0; j < 8; ++j)
        sum[j] += row[j] - old[j];

      const int done = y - r;  // the row whose sums are complete
      if (done < top || done >= bottom) continue;
      if (done == top || done <= r || y >= height)  // at the edges there are fewer
        for (int j = 0; j < 16; ++j)
          once[j] = (1 << 24) / (places(16 * x + j, 16 * sixteens) * places(done, height)) + 1;
      for (int j = 0; j < 4; ++j)
        bytes[j] = means(sum[2 * j], sum[2 * j + 1], once + 4 * j);
      out[done * sixteens + x] = *reinterpret_cast<const uint4*>(bytes);
    }
  }
}
