// Each thread brings one pixel of the tile; those inside the tile make an output. Beyond the
// picture the nearest pixel is read, and counts as zero.
__constant__ float mask[81];

extern "C" __global__ void convolve(float* out, const float* in, int n, int r) {
  extern __shared__ float tile[];
  const int side = blockDim.x;
  const int outputs = side - 2 * r;
  const int column = static_cast<int>(blockIdx.x) * outputs + static_cast<int>(threadIdx.x) - r;
  const int row = static_cast<int>(blockIdx.y) * outputs + static_cast<int>(threadIdx.y) - r;
  const int x = min(max(column, 0), n - 1);
  const int y = min(max(row, 0), n - 1);
  const float nearest = in[y * n + x];
  tile[threadIdx.y * side + threadIdx.x] = x == column && y == row ? nearest : 0.0f;
  __syncthreads();

  const int left = static_cast<int>(threadIdx.x) - r;
  const int top = static_cast<int>(threadIdx.y) - r;
  const bool inside = left >= 0 && left < outputs && top >= 0 && top < outputs;
  if (!inside || column >= n || row >= n) return;
  float sum = 0.0f;
  for (int j = 0; j <= 2 * r; ++j) {
#pragma unroll 1
    for (int k = 0; k <= 2 * r; ++k) {
      const float weight = mask[j * (2 * r + 1) + k];
      const float pixel = tile[(top + j) * side + left + k];
      sum += weight * pixel;
    }
  }
  out[row * n + column] = sum;
}
