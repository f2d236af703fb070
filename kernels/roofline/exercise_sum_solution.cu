// The sum grows in a register and goes to memory once. The compiler may not do that by itself: for all
// it knows, C could lie where A or B does.
extern "C" __global__ void multiply(float* c, const float* a, const float* b, unsigned n) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || column >= n) return;

  float sum = 0.0f;
#pragma unroll 1
  for (unsigned k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}
