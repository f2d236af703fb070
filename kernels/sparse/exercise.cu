// The hybrid product in one launch: each thread takes a row of the narrow part, then all threads
// share the rest. Two things are wrong here.
extern "C" __global__ void product(float* y, const unsigned* column, const float* value,
                                   const unsigned* rest_row, const unsigned* rest_column,
                                   const float* rest_value, const float* x, unsigned rows,
                                   unsigned width, unsigned rest) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows) {
    float sum = 0.0f;
#pragma unroll 1
    for (unsigned slot = 0; slot < width; ++slot) {
      const unsigned e = slot * rows + i;
      sum += value[e] * x[column[e]];
    }
    y[i] = sum;
  }
#pragma unroll 1
  for (unsigned e = i; e < rest; e += blockDim.x)
    atomicAdd(&y[rest_row[e]], rest_value[e] * x[rest_column[e]]);
}
