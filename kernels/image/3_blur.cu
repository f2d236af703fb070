// Each thread makes one pixel: the mean of those at most r away, as far as the picture has them.
extern "C" __global__ void blur(unsigned char* out, const unsigned char* in, int width, int height,
                                int r) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  int sum = 0;
  int count = 0;
  for (int row = y - r; row <= y + r; ++row) {
    for (int column = x - r; column <= x + r; ++column) {
      if (row >= 0 && row < height && column >= 0 && column < width) {
        sum += in[row * width + column];
        ++count;
      }
    }
  }
  out[y * width + x] = sum / count;
}
