// The two pixels of a thread lie as far apart as the block is wide: at any moment the lanes of a warp
// read words side by side.
__constant__ float mask[81];

extern "C" __global__ void convolve(float* out, const float* in, int rows, int columns, int r) {
  extern __shared__ float tile[];  // blockDim.y + 2r rows of 2 blockDim.x + 2r
  const int width = 2 * blockDim.x + 2 * r;
  const int height = blockDim.y + 2 * r;
  const int left = blockIdx.x * 2 * blockDim.x;
  const int top = blockIdx.y * blockDim.y;
  for (int t = threadIdx.y * blockDim.x + threadIdx.x; t < width * height;
       t += blockDim.x * blockDim.y) {
    const int x = left + t % width - r;
    const int y = top + t / width - r;
    const bool inside = y >= 0 && y < rows && x >= 0 && x < columns;
    tile[t] = inside ? in[y * columns + x] : 0.0f;
  }
  __syncthreads();

  const int row = top + threadIdx.y;
#pragma unroll 1
  for (int i = 0; i < 2; ++i) {
    const int place = threadIdx.x + i * blockDim.x;
    if (row >= rows || left + place >= columns) continue;
    float sum = 0.0f;
    for (int j = 0; j <= 2 * r; ++j)
      for (int k = 0; k <= 2 * r; ++k)
        sum += mask[j * (2 * r + 1) + k] * tile[(threadIdx.y + j) * width + place + k];
    out[row * columns + left + place] = sum;
  }
}
