// A thread an element of C. For each multiplication both numbers come from global memory.
extern "C" __global__ void multiply(float* c, const float* a, const float* b, unsigned n) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || column >= n) return;

  float sum = 0.0f;
#pragma unroll 1
  for (unsigned k = 0; k < n; ++k) {
    const float of_a = a[row * n + k];
    const float of_b = b[k * n + column];
    sum += of_a * of_b;
  }
  c[row * n + column] = sum;
}
