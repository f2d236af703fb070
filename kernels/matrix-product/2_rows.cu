// Neighbouring threads work side by side: the lanes of a warp share a row of A and read neighbouring
// elements of B.
extern "C" __global__ void multiply(float* c, const float* a, const float* b, unsigned n) {
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && column < n) {
    float sum = 0.0f;
#pragma unroll 1
    for (unsigned k = 0; k < n; ++k)
      sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
  }
}
