// Compressed rows, one warp a row: its lanes stand side by side in the row, then bring their sums
// together.
__device__ float sum_of_warp(float sum) {
  for (unsigned k = 16; k > 0; k /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, k);
  return sum;
}

extern "C" __global__ void product(float* y, const unsigned* start, const unsigned* column,
                                   const float* value, const float* x, unsigned rows) {
  const unsigned lane = threadIdx.x % 32;
  const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (row >= rows)
    return;
  float sum = 0.0f;
#pragma unroll 1
  for (unsigned e = start[row] + lane; e < start[row + 1]; e += 32) {
    const unsigned from = column[e];
    const float factor = value[e];
    sum += factor * x[from];
  }
  sum = sum_of_warp(sum);
  if (lane == 0)
    y[row] = sum;
}
