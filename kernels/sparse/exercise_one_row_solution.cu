// A row ends where the next one begins.
extern "C" __global__ void product(float* y, const unsigned* start, const unsigned* column,
                                   const float* value, const float* x, unsigned rows) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float sum = 0.0f;
#pragma unroll 1
  for (unsigned e = start[row]; e < start[row + 1]; ++e)
    sum += value[e] * x[column[e]];
  y[row] = sum;
}
