// Compressed rows: `start` says where each row begins. One thread a row, no atomics; the warp goes
// round as often as its longest row asks.
extern "C" __global__ void product(float* y, const unsigned* start, const unsigned* column,
                                   const float* value, const float* x, unsigned rows) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float sum = 0.0f;
#pragma unroll 1
  for (unsigned e = start[row]; e < start[row + 1]; ++e) {
    const unsigned from = column[e];
    const float factor = value[e];
    sum += factor * x[from];
  }
  y[row] = sum;
}
