// C = A times the transpose of B: an element of C is made of a row of A and a row of B. The tile of B
// is filled by columns of memory. Fill it by rows, and mind the banks when it is read.
extern "C" __global__ void multiply(float* c, const float* a, const float* b, unsigned n) {
  __shared__ float tile_a[32][32];
  __shared__ float tile_b[32][32];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * 32 + y;
  const unsigned column = blockIdx.x * 32 + x;

  float sum = 0.0f;
#pragma unroll 1
  for (unsigned first = 0; first < n; first += 32) {
    tile_a[y][x] = row < n && first + x < n ? a[row * n + first + x] : 0.0f;
    tile_b[y][x] = first + y < n && column < n ? b[column * n + first + y] : 0.0f;
    __syncthreads();

#pragma unroll 1
    for (unsigned k = 0; k < 32; ++k)
      sum += tile_a[y][k] * tile_b[k][x];
    __syncthreads();
  }

  if (row < n && column < n)
    c[row * n + column] = sum;
}
