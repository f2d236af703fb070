// The same with tiles in shared memory, which are stored column by column, too.
extern "C" __global__ void multiply(float* c, const float* a, const float* b, unsigned n) {
  extern __shared__ float tiles[];
  const unsigned tile = blockDim.x, x = threadIdx.x, y = threadIdx.y;
  float *of_a = tiles, *of_b = tiles + tile * tile;
  const unsigned row = blockIdx.x * tile + x, column = blockIdx.y * tile + y;
  float sum = 0;
  for (unsigned first = 0; first < n; first += tile) {
    of_a[y * tile + x] = row < n && first + y < n ? a[(first + y) * n + row] : 0;
    of_b[y * tile + x] = column < n && first + x < n ? b[column * n + first + x] : 0;
    __syncthreads();
    for (unsigned k = 0; k < tile; ++k) sum += of_a[k * tile + x] * of_b[y * tile + k];
    __syncthreads();
  }
  if (row < n && column < n) c[column * n + row] = sum;
}
