// Each thread serves four rows: an element of B is read from shared memory once for four sums, which
// stay in registers. A block has a quarter of the threads: blockDim.y is a quarter of the tile.
extern "C" __global__ void multiply(float* c, const float* a, const float* b, unsigned n) {
  extern __shared__ float s[];
  const unsigned tile = blockDim.x;
  float* const tile_a = s;
  float* const tile_b = s + tile * tile;
  const unsigned x = threadIdx.x, y = 4 * threadIdx.y;
  const unsigned row = blockIdx.y * tile + y;
  const unsigned column = blockIdx.x * tile + x;

  float sum[4] = {};
#pragma unroll 1
  for (unsigned first = 0; first < n; first += tile) {
    for (unsigned r = 0; r < 4; ++r) {
      const unsigned i = y + r;
      tile_a[i * tile + x] = row + r < n && first + x < n ? a[(row + r) * n + first + x] : 0.0f;
      tile_b[i * tile + x] = first + i < n && column < n ? b[(first + i) * n + column] : 0.0f;
    }
    __syncthreads();

#pragma unroll 1
    for (unsigned k = 0; k < tile; ++k) {
      const float of_b = tile_b[k * tile + x];
      for (unsigned r = 0; r < 4; ++r)
        sum[r] += tile_a[(y + r) * tile + k] * of_b;
    }
    __syncthreads();
  }

  for (unsigned r = 0; r < 4; ++r)
    if (row + r < n && column < n)
      c[(row + r) * n + column] = sum[r];
}
