// The block is as large as its output tile: every thread makes one pixel, and the threads share the
// work of bringing the larger input tile, in several rounds.
__constant__ float mask[81];

extern "C" __global__ void convolve(float* out, const float* in, int rows, int columns, int r) {
  extern __shared__ float tile[];  // blockDim.y + 2r rows of blockDim.x + 2r
  const int width = blockDim.x + 2 * r;
  const int height = blockDim.y + 2 * r;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  for (int t = threadIdx.y * blockDim.x + threadIdx.x; t < width * height;
       t += blockDim.x * blockDim.y) {
    const int x = blockIdx.x * blockDim.x + t % width - r;
    const int y = blockIdx.y * blockDim.y + t / width - r;
    const bool inside = y >= 0 && y < rows && x >= 0 && x < columns;
    tile[t] = inside ? in[y * columns + x] : 0.0f;
  }
  __syncthreads();

  if (row >= rows || column >= columns) return;
  float sum = 0.0f;
  for (int j = 0; j <= 2 * r; ++j)
    for (int k = 0; k <= 2 * r; ++k)
      sum += mask[j * (2 * r + 1) + k] * tile[(threadIdx.y + j) * width + threadIdx.x + k];
  out[row * columns + column] = sum;
}
