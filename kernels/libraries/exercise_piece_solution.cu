// C = A B, stored column by column. A and B are pieces of larger matrices, `lda` and `ldb` rows
// high.
extern "C" __global__ void gemm(unsigned m, unsigned n, unsigned k, const float* a, unsigned lda,
                                const float* b, unsigned ldb, float* c, unsigned ldc) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || column >= n) return;
  float sum = 0;
  for (unsigned i = 0; i < k; ++i) sum += a[row + i * lda] * b[i + column * ldb];
  c[row + column * ldc] = sum;
}
