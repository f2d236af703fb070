// Every element of the product, with all its terms, those that are zero among them.
extern "C" __global__ void multiply(float* c, const float* a, const float* b, unsigned n) {
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || column >= n)
    return;
  float sum = 0.0f;
#pragma unroll 1
  for (unsigned i = 0; i < n; ++i)
    sum += a[row * n + i] * b[i * n + column];
  c[row * n + column] = sum;
}
