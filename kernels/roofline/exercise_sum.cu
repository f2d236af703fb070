// A thread an element of C, added up in the place where it is wanted. The result is right, and the
// intensity could be half again as high.
extern "C" __global__ void multiply(float* c, const float* a, const float* b, unsigned n) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || column >= n) return;

#pragma unroll 1
  for (unsigned k = 0; k < n; ++k)
    c[row * n + column] += a[row * n + k] * b[k * n + column];
}
