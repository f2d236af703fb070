// Each thread makes four pixels below one another. Their windows overlap, so that a pixel that it
// reads from the tile is good for up to four of them. The block has a quarter of the threads.
constexpr int kRows = 4;
__constant__ float mask[81];

extern "C" __global__ void convolve(float* out, const float* in, int rows, int columns, int r) {
  extern __shared__ float tile[];  // kRows * blockDim.y + 2r rows of blockDim.x + 2r
  const int width = blockDim.x + 2 * r;
  const int height = kRows * blockDim.y + 2 * r;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int top = blockIdx.y * kRows * blockDim.y;
  for (int t = threadIdx.y * blockDim.x + threadIdx.x; t < width * height;
       t += blockDim.x * blockDim.y) {
    const int x = blockIdx.x * blockDim.x + t % width - r;
    const int y = top + t / width - r;
    const bool inside = y >= 0 && y < rows && x >= 0 && x < columns;
    tile[t] = inside ? in[y * columns + x] : 0.0f;
  }
  __syncthreads();

  const int first = kRows * threadIdx.y;
  float sum[kRows] = {};
  for (int j = 0; j < kRows + 2 * r; ++j) {
    for (int k = 0; k <= 2 * r; ++k) {
      const float pixel = tile[(first + j) * width + threadIdx.x + k];
#pragma unroll
      for (int i = 0; i < kRows; ++i)
        if (j >= i && j <= i + 2 * r) sum[i] += mask[(j - i) * (2 * r + 1) + k] * pixel;
    }
  }
  for (int i = 0; i < kRows; ++i)
    if (top + first + i < rows && column < columns)
      out[(top + first + i) * columns + column] = sum[i];
}
