// A thread makes four elements of C, one below the other. It makes them one after the other, and
// each of them reads its column of B anew. Let a number of B serve all four, and mind the last
// rows.
extern "C" __global__ void multiply(float* c, const float* a, const float* b, unsigned n) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = 4 * (blockIdx.y * blockDim.y + threadIdx.y);
  if (row + 4 > n || column >= n) return;

#pragma unroll 1
  for (unsigned r = 0; r < 4; ++r) {
    float sum = 0.0f;
#pragma unroll 1
    for (unsigned k = 0; k < n; ++k) sum += a[(row + r) * n + k] * b[k * n + column];
    c[(row + r) * n + column] = sum;
  }
}
