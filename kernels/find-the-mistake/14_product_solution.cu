// The place in the tile is not the place in the matrix.
#define TILE 16
extern "C" __global__ void product(float* c, const float* a, const float* b, unsigned n) {
  __shared__ float of_a[TILE][TILE], of_b[TILE][TILE];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
  float sum = 0.0f;
  for (unsigned first = 0; first < n; first += TILE) {
    of_a[y][x] = a[row * n + first + x];
    of_b[y][x] = b[(first + y) * n + column];
    __syncthreads();
    for (unsigned k = 0; k < TILE; ++k)
      sum += of_a[y][k] * of_b[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
