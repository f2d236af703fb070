// A mask that is a product of a column and a row, in two launches: the first one sums along the
// rows, the second one sums these sums down the columns.
__constant__ float mask[81];

extern "C" __global__ void along_rows(float* sums, const float* in, int rows, int columns, int r) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns) return;

  float sum = 0.0f;
  for (int k = 0; k <= 2 * r; ++k) {
    const int x = column - r + k;
    if (x >= 0 && x < columns)
      sum += mask[r * (2 * r + 1) + k] * in[row * columns + x];
  }
  sums[row * columns + column] = sum;
}

extern "C" __global__ void down_columns(float* out, const float* sums, int rows, int columns,
                                        int r) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns) return;

  float sum = 0.0f;
  for (int j = 0; j <= 2 * r; ++j) {
    const int y = row - r + j;
    if (y >= 0 && y < rows)
      sum += mask[j * (2 * r + 1) + r] * sums[y * columns + column];
  }
  out[row * columns + column] = sum / mask[r * (2 * r + 1) + r];  // the middle is in both factors
}
