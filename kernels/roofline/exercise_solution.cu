// Four sums grow together: a number of B is read once for them. Rows beyond the matrix read
// nothing.
extern "C" __global__ void multiply(float* c, const float* a, const float* b, unsigned n) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = 4 * (blockIdx.y * blockDim.y + threadIdx.y);
  if (row >= n || column >= n) return;

  float sum[4] = {};
#pragma unroll 1
  for (unsigned k = 0; k < n; ++k) {
    const float of_b = b[k * n + column];
    for (unsigned r = 0; r < 4; ++r)
      if (row + r < n) sum[r] += a[(row + r) * n + k] * of_b;
  }
  for (unsigned r = 0; r < 4; ++r)
    if (row + r < n) c[(row + r) * n + column] = sum[r];
}
