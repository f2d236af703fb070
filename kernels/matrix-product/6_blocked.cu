// Tiles of 128 x 128, sixty-four sums a thread: an element read from shared memory serves eight of
// them. While a block multiplies one pair of strips, the next is already on its way to registers;
// it goes to the other half of shared memory. n must be a multiple of four; blockDim.x is 256.
constexpr unsigned tile = 128, depth = 8;

__device__ float4 fetch(const float* m, unsigned row, unsigned column, unsigned n) {
  const float4 zero = {};
  return row < n && column < n ? *reinterpret_cast<const float4*>(&m[row * n + column]) : zero;
}

extern "C" __global__ void __launch_bounds__(256, 2)
multiply(float* c, const float* a, const float* b, unsigned n) {
  __shared__ alignas(16) float strip_a[2][depth][tile + 4];  // its columns lie in rows
  __shared__ alignas(16) float strip_b[2][depth][tile];
  const unsigned t = threadIdx.x, x = 4 * (t % 16), y = 4 * (t / 16);
  const unsigned row = blockIdx.y * tile, column = blockIdx.x * tile;
  const unsigned a_row = t / 2, a_column = 4 * (t % 2);
  const unsigned b_row = t / 32, b_column = 4 * (t % 32);
  float4 of_a = fetch(a, row + a_row, a_column, n);
  float4 of_b = fetch(b, b_row, column + b_column, n);

  float sum[8][8] = {};
#pragma unroll 1
  for (unsigned first = 0; first < n; first += depth) {
    const unsigned half = first / depth % 2;
    strip_a[half][a_column][a_row] = of_a.x;
    strip_a[half][a_column + 1][a_row] = of_a.y;
    strip_a[half][a_column + 2][a_row] = of_a.z;
    strip_a[half][a_column + 3][a_row] = of_a.w;
    *reinterpret_cast<float4*>(&strip_b[half][b_row][b_column]) = of_b;
    __syncthreads();

    of_a = fetch(a, row + a_row, first + depth + a_column, n);
    of_b = fetch(b, first + depth + b_row, column + b_column, n);
#pragma unroll 4
    for (unsigned k = 0; k < depth; ++k) {
      float left[8], right[8];  // rows y … y + 3 and 64 + y … of the tile, columns likewise
      for (unsigned i = 0; i < 8; ++i) {
        left[i] = strip_a[half][k][y + i % 4 + i / 4 * 64];
        right[i] = strip_b[half][k][x + i % 4 + i / 4 * 64];
      }
      for (unsigned i = 0; i < 64; ++i)
        sum[i / 8][i % 8] += left[i / 8] * right[i % 8];
    }
  }

  for (unsigned i = 0; i < 8; ++i)
    for (unsigned j = 0; j < 8; j += 4) {
      const unsigned to_row = row + y + i % 4 + i / 4 * 64, to_column = column + x + j * 16;
      if (to_row < n && to_column < n)
        *reinterpret_cast<float4*>(&c[to_row * n + to_column]) =
            make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
    }
}
