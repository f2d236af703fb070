// Each thread makes one pixel: the mean of the nine around it. What lies outside counts as black.
extern "C" __global__ void mean(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  float sum = 0;
  for (int row = y - 1; row <= y + 1; ++row) {
    for (int column = x - 1; column <= x + 1; ++column) {
      if (row >= 0 && row < height && column >= 0 && column < width)
        sum += in[row * width + column];
    }
  }
  out[y * width + x] = sum / 9;
}
