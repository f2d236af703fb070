// A larger tile, and a block of 64 x 8 threads, as the compiler knows: each takes eight rows, and asks
// for all eight elements before it needs the first. The blocks are counted down the columns of the
// input, so that what neighbours write lies side by side.
extern "C" __global__ void transpose(float* out, const float* in, unsigned n) {
  __shared__ float tile[64][65];
  unsigned x = blockIdx.y * 64 + threadIdx.x;
  unsigned y = blockIdx.x * 64 + threadIdx.y;
  float eight[8];
  for (unsigned j = 0; j < 8; ++j)
    eight[j] = x < n && y + 8 * j < n ? in[(y + 8 * j) * n + x] : 0.0f;
  for (unsigned j = 0; j < 8; ++j)
    tile[threadIdx.y + 8 * j][threadIdx.x] = eight[j];
  __syncthreads();

  x = blockIdx.x * 64 + threadIdx.x;
  y = blockIdx.y * 64 + threadIdx.y;
  for (unsigned j = 0; j < 8; ++j)
    if (x < n && y + 8 * j < n)
      out[(y + 8 * j) * n + x] = tile[threadIdx.x][threadIdx.y + 8 * j];
}
