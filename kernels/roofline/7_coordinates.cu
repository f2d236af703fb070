// Coordinates, a thread an element: each has a row, too, and its product is added where the row
// says.
extern "C" __global__ void product(float* y, const unsigned* row, const unsigned* column,
                                   const float* value, const float* x, unsigned elements) {
  const unsigned e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= elements) return;
  const unsigned into = row[e];
  const unsigned from = column[e];
  const float factor = value[e];
  const float other = x[from];
  atomicAdd(&y[into], factor * other);
}
