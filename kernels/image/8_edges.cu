// Each thread measures how much the grey changes at its pixel, across and down, by Sobel's weights:
// the neighbours to the right less those to the left, those below less those above. The rim, where
// some are missing, stays black.
extern "C" __global__ void edges(unsigned char* out, const unsigned char* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  int strength = 0;
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
    const unsigned char* here = in + y * width + x;
    const unsigned char* above = here - width;
    const unsigned char* below = here + width;
    const int across = (above[1] + 2 * here[1] + below[1]) - (above[-1] + 2 * here[-1] + below[-1]);
    const int down = (below[-1] + 2 * below[0] + below[1]) - (above[-1] + 2 * above[0] + above[1]);
    strength = min(static_cast<int>(sqrtf(across * across + down * down)), 255);
  }
  out[y * width + x] = strength;
}
