// A mask that is a product of a column and a row, in one launch: the block sums along its rows,
// keeps the sums in shared memory, and then sums them down the columns. A thread makes four
// neighbours, in ten rows of sums and in eight rows of the picture; what is beside them, the lanes
// beside it have. The width is a multiple of four.
constexpr int r = 4;  // weights of a smaller radius stand amid zeros
constexpr int width = 2 * r + 1;
__constant__ float mask[width * width];

__device__ void add(float4& sum, float weight, float4 four) {
  sum.x += weight * four.x;
  sum.y += weight * four.y;
  sum.z += weight * four.z;
  sum.w += weight * four.w;
}

__device__ float4 from(int lane, float4 four) {
  return make_float4(__shfl_sync(~0u, four.x, lane), __shfl_sync(~0u, four.y, lane),
                     __shfl_sync(~0u, four.z, lane), __shfl_sync(~0u, four.w, lane));
}

// Registers for eight blocks on an SM, no more.
extern "C" __global__ void __launch_bounds__(128, 8)
convolve(float4* __restrict__ out, const float4* __restrict__ in, int rows, int fours) {
  __shared__ float4 sums[32 + 2 * r][32];
  const int lane = threadIdx.x;
  const int x = blockIdx.x * 32 + lane;
  const int top = blockIdx.y * 32;
  const auto pixels = [&](int j, int i) {  // of the warp's row j
    const int y = top - r + threadIdx.y + 4 * j;
    return y >= 0 && y < rows && i >= 0 && i < fours ? in[y * fours + i] : float4{};
  };

  float4 middle[10];  // all asked for before the first is needed
  for (int j = 0; j < 10; ++j)
    middle[j] = pixels(j, x);
  // Of row j, lane 2j asks for what is left of the block, lane 2j + 1 for what is right of it.
  float4 rim = {};
  if (lane < 20)
    rim = pixels(lane / 2, blockIdx.x * 32 + (lane % 2 ? 32 : -1));
#pragma unroll
  for (int j = 0; j < 10; ++j) {
    const float4 edge = from(2 * j + (lane == 31), rim);
    float4 left = from(lane - 1, middle[j]), right = from(lane + 1, middle[j]);
    if (lane == 0) left = edge;
    if (lane == 31) right = edge;
    const float around[12] = {left.x,      left.y,      left.z,  left.w,  middle[j].x, middle[j].y,
                              middle[j].z, middle[j].w, right.x, right.y, right.z,     right.w};
    float sum[4] = {};
    for (int i = 0; i < 4; ++i)
      for (int k = 0; k < width; ++k)
        sum[i] += mask[r * width + k] * around[i + k];
    sums[threadIdx.y + 4 * j][lane] = make_float4(sum[0], sum[1], sum[2], sum[3]);
  }
  __syncthreads();

  if (x >= fours) return;
  const int first = 8 * threadIdx.y;
  float4 sum[8] = {};
#pragma unroll
  for (int k = 0; k < 8 + 2 * r; ++k) {
    const float4 four = sums[first + k][lane];
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
