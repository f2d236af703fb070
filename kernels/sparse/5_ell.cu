// ELL: all rows are filled up with zeros to one width, and stored column by column. One thread a row:
// at every step the lanes of a warp read side by side.
extern "C" __global__ void product(float* y, const unsigned* column, const float* value,
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
