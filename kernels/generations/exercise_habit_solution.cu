// The first index of a thread is its row, since the elements of a column lie beside each other.
extern "C" __global__ void multiply(float* c, const float* a, const float* b, unsigned n) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || column >= n) return;
  float sum = 0;
  for (unsigned k = 0; k < n; ++k) {
    const float x = a[k * n + row];
    const float y = b[column * n + k];
    sum += x * y;
  }
  c[column * n + row] = sum;
}
