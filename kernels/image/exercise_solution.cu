// The second launch sums the sums of the rows above and below.
extern "C" __global__ void blur_rows(unsigned short* sums, const unsigned char* in, int width,
                                     int height, int r) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  int sum = 0;
  for (int column = x - r; column <= x + r; ++column) {
    if (column >= 0 && column < width)
      sum += in[y * width + column];
  }
  sums[y * width + x] = sum;
}

extern "C" __global__ void blur_columns(unsigned char* out, const unsigned short* sums, int width,
                                        int height, int r) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  int sum = 0;
  for (int row = y - r; row <= y + r; ++row) {
    if (row >= 0 && row < height)
      sum += sums[row * width + x];
  }
  const int columns = min(x + r, width - 1) - max(x - r, 0) + 1;
  const int rows = min(y + r, height - 1) - max(y - r, 0) + 1;
  out[y * width + x] = sum / (columns * rows);
}
