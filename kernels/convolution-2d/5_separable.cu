// A mask that is a product of a column and a row, in one launch: the block sums along its rows, keeps
// the sums in shared memory, and then sums them down the columns. A thread makes four neighbours, in
// ten rows of sums and in eight rows of the picture. The width is a multiple of four.
constexpr int r = 4;  // weights of a smaller radius stand amid zeros
constexpr int width = 2 * r + 1;
__constant__ float mask[width * width];

__device__ void add(float4& sum, float weight, float4 four) {
  sum.x += weight * four.x;
  sum.y += weight * four.y;
  sum.z += weight * four.z;
  sum.w += weight * four.w;
}

// Registers for seven blocks on an SM, no more.
extern "C" __global__ void __launch_bounds__(128, 7)
convolve(float4* __restrict__ out, const float4* __restrict__ in, int rows, int fours) {
  __shared__ float4 sums[32 + 2 * r][32];
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int top = blockIdx.y * 32;
  const auto pixels = [&](int y, int i) {
    return y >= 0 && y < rows && i >= 0 && i < fours ? in[y * fours + i] : float4{};
  };

  float4 middle[10];  // all asked for before the first is needed
  for (int j = 0; j < 10; ++j)
    middle[j] = pixels(top - r + threadIdx.y + 4 * j, x);
#pragma unroll
  for (int j = 0; j < 10; ++j) {
    const int row = threadIdx.y + 4 * j;
    const float4 left = pixels(top - r + row, x - 1);
    const float4 right = pixels(top - r + row, x + 1);
    const float around[12] = {left.x,      left.y,      left.z,  left.w,  middle[j].x, middle[j].y,
                              middle[j].z, middle[j].w, right.x, right.y, right.z,     right.w};
    float sum[4] = {};
    for (int i = 0; i < 4; ++i)
      for (int k = 0; k < width; ++k)
        sum[i] += mask[r * width + k] * around[i + k];
    sums[row][threadIdx.x] = make_float4(sum[0], sum[1], sum[2], sum[3]);
  }
  __syncthreads();

  if (x >= fours) return;
  const int first = 8 * threadIdx.y;
  float4 sum[8] = {};
#pragma unroll
  for (int k = 0; k < 8 + 2 * r; ++k) {
    const float4 four = sums[first + k][threadIdx.x];
    for (int j = 0; j < 8; ++j)
      if (k >= j && k <= j + 2 * r)
        add(sum[j], mask[(k - j) * width + r], four);
  }
  const float once = 1.0f / mask[r * width + r];  // the middle is in both factors
  for (int j = 0; j < 8; ++j)
    if (top + first + j < rows)
      out[(top + first + j) * fours + x] =
          make_float4(once * sum[j].x, once * sum[j].y, once * sum[j].z, once * sum[j].w);
}
