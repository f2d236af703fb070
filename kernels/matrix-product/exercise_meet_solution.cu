// Nobody multiplies before all have stored, and nobody stores before all have multiplied.
extern "C" __global__ void multiply(float* c, const float* a, const float* b, unsigned n) {
  extern __shared__ float s[];
  const unsigned tile = blockDim.x;
  float* const tile_a = s;
  float* const tile_b = s + tile * tile;
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * tile + y;
  const unsigned column = blockIdx.x * tile + x;

  float sum = 0.0f;
#pragma unroll 1
  for (unsigned first = 0; first < n; first += tile) {
    tile_a[y * tile + x] = row < n && first + x < n ? a[row * n + first + x] : 0.0f;
    tile_b[y * tile + x] = first + y < n && column < n ? b[(first + y) * n + column] : 0.0f;
    __syncthreads();

#pragma unroll 1
    for (unsigned k = 0; k < tile; ++k)
      sum += tile_a[y * tile + k] * tile_b[k * tile + x];
    __syncthreads();
  }

  if (row < n && column < n)
    c[row * n + column] = sum;
}
