// Each thread makes one pixel from the (2r + 1) x (2r + 1) around it. Outside the picture lies 0.
extern "C" __global__ void convolve(float* out, const float* in, const float* mask, int rows,
                                    int columns, int r) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns) return;

  float sum = 0.0f;
  for (int j = 0; j <= 2 * r; ++j) {
    for (int k = 0; k <= 2 * r; ++k) {
      const int y = row - r + j;
      const int x = column - r + k;
      if (y >= 0 && y < rows && x >= 0 && x < columns)
        sum += mask[j * (2 * r + 1) + k] * in[y * columns + x];
    }
  }
  out[row * columns + column] = sum;
}
