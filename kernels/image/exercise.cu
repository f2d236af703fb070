// The first launch sums along the rows. The second one does it again: make it sum along the columns.
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
  for (int column = x - r; column <= x + r; ++column) {
    if (column >= 0 && column < width)
      sum += sums[y * width + column];
  }
  const int columns = min(x + r, width - 1) - max(x - r, 0) + 1;
  out[y * width + x] = sum / (columns * columns);
}
