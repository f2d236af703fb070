// Each number with the one above and the one below it, down a column.
extern "C" __global__ void triples(float* out, const float* in, unsigned rows, unsigned columns) {
  const unsigned c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= columns)
    return;
  for (unsigned r = 0; r < rows; ++r) {
    float sum = in[r * columns + c];
    if (r > 0)
      sum += in[(r - 1) * columns + c];
    if (r + 1 < rows)
      sum += in[(r + 1) * columns + c];
    out[r * columns + c] = sum;
  }
}
