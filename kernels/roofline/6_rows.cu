// Compressed rows, a thread a row: each element has a value and a column, and meets a number of x.
extern "C" __global__ void product(float* y, const unsigned* start, const unsigned* column,
                                   const float* value, const float* x, unsigned rows) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const unsigned last = start[row + 1];
  float sum = 0.0f;
#pragma unroll 1
  for (unsigned e = start[row]; e < last; ++e) {
    const unsigned from = column[e];
    const float factor = value[e];
    const float other = x[from];
    sum += factor * other;
  }
  y[row] = sum;
}
