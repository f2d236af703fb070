// The colours lie in three planes, one after the other: neighbouring lanes read neighbouring bytes.
extern "C" __global__ void grey(unsigned char* out, const unsigned char* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int i = y * width + x;
  const int red = in[i];
  const int green = in[width * height + i];
  const int blue = in[2 * width * height + i];
  out[i] = (21 * red + 72 * green + 7 * blue) / 100;
}
