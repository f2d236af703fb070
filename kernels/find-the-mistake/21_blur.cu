// The mean of the pixels around each pixel.
extern "C" __global__ void blur(unsigned char* out, const unsigned char* in, int rows, int columns,
                                int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= columns || y >= rows)
    return;
  unsigned char sum = 0;
  int count = 0;
  for (int v = max(y - radius, 0); v <= min(y + radius, rows - 1); ++v)
    for (int u = max(x - radius, 0); u <= min(x + radius, columns - 1); ++u) {
      sum += in[v * columns + u];
      ++count;
    }
  out[y * columns + x] = sum / count;
}
