// A block of 32 x 8 threads, as the compiler knows: each takes four rows of the tile, and asks for
// all four elements before it needs the first.
extern "C" __global__ void transpose(float* out, const float* in, unsigned n) {
  __shared__ float tile[32][33];
  unsigned x = blockIdx.x * 32 + threadIdx.x;
  unsigned y = blockIdx.y * 32 + threadIdx.y;
  float four[4];
  for (unsigned j = 0; j < 4; ++j)
    four[j] = x < n && y + 8 * j < n ? in[(y + 8 * j) * n + x] : 0.0f;
  for (unsigned j = 0; j < 4; ++j)
    tile[threadIdx.y + 8 * j][threadIdx.x] = four[j];
  __syncthreads();

  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (unsigned j = 0; j < 4; ++j)
    if (x < n && y + 8 * j < n)
      out[(y + 8 * j) * n + x] = tile[threadIdx.x][threadIdx.y + 8 * j];
}
