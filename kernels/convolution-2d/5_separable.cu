// A mask that is a product of a column and a row: one launch along the rows, one along the columns.
// A thread makes four neighbours, then eight below one another, from what it holds in registers. The
// radius is at most 4, the width a multiple of four.
__constant__ float mask[81];

// Of the middle row (step 1) or the middle column (step 2r + 1).
__device__ float weight(int k, int step, int r) {
  return mask[2 * r * (r + 1) + k * step];
}

extern "C" __global__ void convolve_rows(float4* sums, const float4* in, int rows, int fours,
                                         int r) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= fours || y >= rows) return;

  float around[12], sum[4] = {};
  for (int k = 0; k < 3; ++k) {
    const bool inside = x + k > 0 && x + k <= fours;
    const float4 four = inside ? in[y * fours + x + k - 1] : float4{};
    around[4 * k] = four.x;
    around[4 * k + 1] = four.y;
    around[4 * k + 2] = four.z;
    around[4 * k + 3] = four.w;
  }
#pragma unroll
  for (int k = -4; k <= 4; ++k)
    if (k >= -r && k <= r)
      for (int j = 0; j < 4; ++j)
        sum[j] += weight(k, 1, r) * around[4 + j + k];
  sums[y * fours + x] = make_float4(sum[0], sum[1], sum[2], sum[3]);
}

extern "C" __global__ void convolve_columns(float* out, const float* sums, int rows, int columns,
                                            int r) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int top = 8 * (blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= columns || top >= rows) return;

  float around[16], sum[8] = {};
  for (int k = 0; k < 16; ++k) {
    const int y = top - 4 + k;
    around[k] = y >= 0 && y < rows ? sums[y * columns + x] : 0.0f;
  }
#pragma unroll
  for (int k = -4; k <= 4; ++k)
    if (k >= -r && k <= r)
      for (int j = 0; j < 8; ++j)
        sum[j] += weight(k, 2 * r + 1, r) * around[4 + j + k];
  const float once = 1.0f / weight(0, 1, r);  // the middle is in both factors
  for (int j = 0; j < 8; ++j)
    if (top + j < rows)
      out[(top + j) * columns + x] = sum[j] * once;
}
