// One thread an element of C = A B. Neighbouring threads work below one another: each lane of a warp
// reads a row of A of its own.
extern "C" __global__ void multiply(float* c, const float* a, const float* b, unsigned n) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && column < n) {
    float sum = 0.0f;
#pragma unroll 1
    for (unsigned k = 0; k < n; ++k)
      sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
  }
}
