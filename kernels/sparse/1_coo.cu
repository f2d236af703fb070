// Coordinates: each element brings its row and its column along. One thread an element; elements of
// one row meet at its sum.
extern "C" __global__ void product(float* y, const unsigned* row, const unsigned* column,
                                   const float* value, const float* x, unsigned elements) {
  const unsigned e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < elements)
    atomicAdd(&y[row[e]], value[e] * x[column[e]]);
}
