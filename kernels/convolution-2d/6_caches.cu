// No halo: what belongs to the neighbouring blocks is read from global memory when it is needed. On
// hardware it mostly lies in a cache by then, for those blocks have just read it.
__constant__ float mask[81];

extern "C" __global__ void convolve(float* out, const float* in, int rows, int columns, int r) {
  extern __shared__ float tile[];  // blockDim.y rows of blockDim.x
  const int width = blockDim.x;
  const int height = blockDim.y;
  const int column = blockIdx.x * width + threadIdx.x;
  const int row = blockIdx.y * height + threadIdx.y;
  const bool inside = row < rows && column < columns;
  tile[threadIdx.y * width + threadIdx.x] = inside ? in[row * columns + column] : 0.0f;
  __syncthreads();

  if (!inside) return;
  float sum = 0.0f;
  for (int j = 0; j <= 2 * r; ++j) {
    for (int k = 0; k <= 2 * r; ++k) {
      const float weight = mask[j * (2 * r + 1) + k];
      const int down = static_cast<int>(threadIdx.y) - r + j;  // in the tile
      const int right = static_cast<int>(threadIdx.x) - r + k;
      const int y = row - r + j;  // in the picture
      const int x = column - r + k;
      if (down >= 0 && down < height && right >= 0 && right < width)
        sum += weight * tile[down * width + right];
      else if (y >= 0 && y < rows && x >= 0 && x < columns)
        sum += weight * in[y * columns + x];
    }
  }
  out[row * columns + column] = sum;
}
