// The largest number of each row. One warp a row, but its first lane does all the work.
extern "C" __global__ void largest(float* out, const float* in, unsigned rows, unsigned columns) {
  const unsigned lane = threadIdx.x % 32;
  const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (row >= rows)
    return;
  float most = in[row * columns];
  if (lane == 0) {
    for (unsigned column = 1; column < columns; ++column)
      most = fmaxf(most, in[row * columns + column]);
  }
  if (lane == 0)
    out[row] = most;
}
