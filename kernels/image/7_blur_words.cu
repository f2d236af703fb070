// Several pixels a thread. Along the rows it makes eight from twenty-four bytes in registers; down
// the columns it takes four, and keeps sums that run: one row comes in, one goes out. The radius is
// at most 8, the width a multiple of eight.
extern "C" __global__ void blur_rows(ushort4* sums, const uint2* in, int eights, int height,
                                     int r) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= eights || y >= height) return;

  alignas(8) unsigned char around[24];
  for (int k = 0; k < 3; ++k) {
    const bool inside = x + k > 0 && x + k <= eights;
    reinterpret_cast<uint2*>(around)[k] = inside ? in[y * eights + x + k - 1] : uint2{};
  }
  int sum[8];
  for (int j = 0; j < 8; ++j)
    sum[j] = around[8 + j];
#pragma unroll
  for (int k = 1; k <= 8; ++k)
    if (k <= r)
      for (int j = 0; j < 8; ++j)
        sum[j] += around[8 + j - k] + around[8 + j + k];
  ushort4* const to = &sums[2 * (y * eights + x)];
  to[0] = make_ushort4(sum[0], sum[1], sum[2], sum[3]);
  to[1] = make_ushort4(sum[4], sum[5], sum[6], sum[7]);
}

// How many of the 2r + 1 places around i there are.
__device__ int places(int i, int r, int length) {
  return min(i + r, length - 1) - max(i - r, 0) + 1;
}

// Half of one more keeps the quotient, which is not exact, from falling below a whole number.
__device__ unsigned char mean(int sum, int count) {
  return __fdividef(sum + 0.5f, count);
}

extern "C" __global__ void blur_columns(uchar4* __restrict__ out,
                                        const ushort4* __restrict__ sums, int fours, int height,
                                        int r) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int top = 16 * (blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= fours || top >= height) return;

  int sum[4] = {}, columns[4];
  for (int k = 0; k < 4; ++k)
    columns[k] = places(4 * x + k, r, 4 * fours);
  const auto add = [&](int y, int sign) {
    const ushort4 four = y >= 0 && y < height ? sums[y * fours + x] : ushort4{};
    sum[0] += sign * four.x;
    sum[1] += sign * four.y;
    sum[2] += sign * four.z;
    sum[3] += sign * four.w;
  };
  for (int y = top - r; y < top + r; ++y)
    add(y, 1);
#pragma unroll 4
  for (int y = top; y < min(top + 16, height); ++y) {
    add(y + r, 1);
    const int rows = places(y, r, height);
    unsigned char means[4];
    for (int k = 0; k < 4; ++k)
      means[k] = mean(sum[k], columns[k] * rows);
    out[y * fours + x] = make_uchar4(means[0], means[1], means[2], means[3]);
    add(y - r, -1);
  }
}
