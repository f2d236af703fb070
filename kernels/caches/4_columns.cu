// Each thread adds up a column.
extern "C" __global__ void sums(float* out, const float* in, unsigned rows, unsigned columns) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns)
    return;
  float sum = 0.0f;
  for (unsigned r = 0; r < rows; ++r)
    sum += in[r * columns + column];
  out[column] = sum;
}
