// A thread a pixel. Every neighbour comes from global memory, the weights from constant memory.
__constant__ float mask[81];

extern "C" __global__ void convolve(float* out, const float* in, int n, int r) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || column >= n) return;

  float sum = 0.0f;
  for (int j = 0; j <= 2 * r; ++j) {
#pragma unroll 1
    for (int k = 0; k <= 2 * r; ++k) {
      const int y = row - r + j;
      const int x = column - r + k;
      if (y < 0 || y >= n || x < 0 || x >= n) continue;
      const float weight = mask[j * (2 * r + 1) + k];
      const float pixel = in[y * n + x];
      sum += weight * pixel;
    }
  }
  out[row * n + column] = sum;
}
