// The tile of B holds rows of B as they stand in memory. The lanes then read down a column of the
// tile, so its rows are one word longer.
extern "C" __global__ void multiply(float* c, const float* a, const float* b, unsigned n) {
  __shared__ float tile_a[32][32];
  __shared__ float tile_b[32][33];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * 32 + y;
  const unsigned column = blockIdx.x * 32 + x;
  const unsigned other = blockIdx.x * 32 + y;

  float sum = 0.0f;
#pragma unroll 1
  for (unsigned first = 0; first < n; first += 32) {
    tile_a[y][x] = row < n && first + x < n ? a[row * n + first + x] : 0.0f;
    tile_b[y][x] = other < n && first + x < n ? b[other * n + first + x] : 0.0f;
    __syncthreads();

#pragma unroll 1
    for (unsigned k = 0; k < 32; ++k)
      sum += tile_a[y][k] * tile_b[x][k];
    __syncthreads();
  }

  if (row < n && column < n)
    c[row * n + column] = sum;
}
