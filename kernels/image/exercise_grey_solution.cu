// Hundredths are whole numbers, and their sum is exact. Only the division rounds, and rounds once.
extern "C" __global__ void grey(unsigned char* out, const unsigned char* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int i = y * width + x;
  const int red = in[3 * i];
  const int green = in[3 * i + 1];
  const int blue = in[3 * i + 2];
  out[i] = (21 * red + 72 * green + 7 * blue) / 100;
}
