// C = alpha A B + beta C with the arguments of cublasSgemm, in their order. Matrices are stored
// column by column; from one column's beginning to the next it is `ld` elements, of which the
// first ones are the matrix's. With a beta of 0 nothing is read from C.
extern "C" __global__ void gemm(unsigned m, unsigned n, unsigned k, float alpha, const float* a,
                                unsigned lda, const float* b, unsigned ldb, float beta, float* c,
                                unsigned ldc) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || column >= n) return;
  float sum = 0;
  for (unsigned i = 0; i < k; ++i) {
    const float x = a[row + i * lda];
    const float y = b[i + column * ldb];
    sum += x * y;
  }
  const unsigned at = row + column * ldc;
  c[at] = beta == 0 ? alpha * sum : alpha * sum + beta * c[at];
}
