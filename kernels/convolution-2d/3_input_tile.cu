// The block is as large as its input tile: every thread brings one pixel, and those of the rim,
// r wide, then have no output of their own.
__constant__ float mask[81];

extern "C" __global__ void convolve(float* out, const float* in, int rows, int columns, int r) {
  extern __shared__ float tile[];  // blockDim.y rows of blockDim.x
  const int width = blockDim.x;
  const int column = blockIdx.x * (width - 2 * r) + threadIdx.x - r;
  const int row = blockIdx.y * (static_cast<int>(blockDim.y) - 2 * r) + threadIdx.y - r;
  const bool inside = row >= 0 && row < rows && column >= 0 && column < columns;
  tile[threadIdx.y * width + threadIdx.x] = inside ? in[row * columns + column] : 0.0f;
  __syncthreads();

  const int left = threadIdx.x - r;  // of the neighbourhood, in the tile
  const int top = threadIdx.y - r;
  const bool rim = left < 0 || left >= width - 2 * r ||
                   top < 0 || top >= static_cast<int>(blockDim.y) - 2 * r;
  if (rim || !inside) return;
  float sum = 0.0f;
  for (int j = 0; j <= 2 * r; ++j)
    for (int k = 0; k <= 2 * r; ++k)
      sum += mask[j * (2 * r + 1) + k] * tile[(top + j) * width + left + k];
  out[row * columns + column] = sum;
}
