// Hybrid: what fits into a small width is stored as ELL, and what is left of the long rows as
// coordinates. Two launches: the second adds to what the first has stored.
extern "C" __global__ void narrow(float* y, const unsigned* column, const float* value,
                                  const float* x, unsigned rows, unsigned width) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float sum = 0.0f;
#pragma unroll 1
  for (unsigned slot = 0; slot < width; ++slot) {
    const unsigned e = slot * rows + row;
    const unsigned from = column[e];
    const float factor = value[e];
    sum += factor * x[from];
  }
  y[row] = sum;
}

extern "C" __global__ void rest(float* y, const unsigned* row, const unsigned* column,
                                const float* value, const float* x, unsigned elements) {
  const unsigned e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < elements)
    atomicAdd(&y[row[e]], value[e] * x[column[e]]);
}
