// Matrices that are stored column by column, and indices as a C program has them: x goes along a row.
// The product is right. Let neighbouring lanes ask for neighbouring elements.
extern "C" __global__ void multiply(float* c, const float* a, const float* b, unsigned n) {
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || column >= n) return;
  float sum = 0;
  for (unsigned k = 0; k < n; ++k) {
    const float x = a[k * n + row];
    const float y = b[column * n + k];
    sum += x * y;
  }
  c[column * n + row] = sum;
}
