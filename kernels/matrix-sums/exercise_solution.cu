// The largest number of each row. The lanes walk along it side by side, then hand over their best.
extern "C" __global__ void largest(float* out, const float* in, unsigned rows, unsigned columns) {
  const unsigned lane = threadIdx.x % 32;
  const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (row >= rows)
    return;
  float most = -INFINITY;
  for (unsigned column = lane; column < columns; column += 32)
    most = fmaxf(most, in[row * columns + column]);
  for (unsigned k = 16; k > 0; k /= 2)
    most = fmaxf(most, __shfl_down_sync(0xffffffffu, most, k));
  if (lane == 0)
    out[row] = most;
}
