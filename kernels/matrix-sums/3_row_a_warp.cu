// Each warp adds up a row: its lanes walk along it side by side, then bring their sums together.
__device__ float sum_of_warp(float sum) {
  for (unsigned k = 16; k > 0; k /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, k);
  return sum;
}

extern "C" __global__ void sums(float* out, const float* in, unsigned rows, unsigned columns) {
  const unsigned lane = threadIdx.x % 32;
  const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (row >= rows)
    return;
  float sum = 0.0f;
  for (unsigned column = lane; column < columns; column += 32)
    sum += in[row * columns + column];
  sum = sum_of_warp(sum);
  if (lane == 0)
    out[row] = sum;
}
