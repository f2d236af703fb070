// The block brings its pixels and a rim of r to shared memory, 0 where the picture ends, so that the
// sum needs no test; how many pixels it was made of is known from the place.
extern "C" __global__ void blur(unsigned char* out, const unsigned char* in, int width, int height,
                                int r) {
  extern __shared__ unsigned char tile[];  // blockDim.y + 2r rows of blockDim.x + 2r
  const int pitch = blockDim.x + 2 * r;
  const int left = blockIdx.x * blockDim.x - r;
  const int top = blockIdx.y * blockDim.y - r;
  for (int j = threadIdx.y; j < blockDim.y + 2 * r; j += blockDim.y) {
    for (int i = threadIdx.x; i < pitch; i += blockDim.x) {
      const int column = left + i;
      const int row = top + j;
      const bool inside = row >= 0 && row < height && column >= 0 && column < width;
      tile[j * pitch + i] = inside ? in[row * width + column] : 0;
    }
  }
  __syncthreads();

  const int x = left + r + threadIdx.x;
  const int y = top + r + threadIdx.y;
  if (x >= width || y >= height) return;
  int sum = 0;
  for (int j = 0; j <= 2 * r; ++j)
    for (int i = 0; i <= 2 * r; ++i)
      sum += tile[(threadIdx.y + j) * pitch + threadIdx.x + i];
  const int columns = min(x + r, width - 1) - max(x - r, 0) + 1;
  const int rows = min(y + r, height - 1) - max(y - r, 0) + 1;
  out[y * width + x] = sum / (columns * rows);
}
