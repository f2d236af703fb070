// A block for each row: all its warps walk along it together. Each of them ends with a sum of its
// own, and writes it to the place where the row's sum belongs.
__device__ float sum_of_warp(float sum) {
  for (unsigned k = 16; k > 0; k /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, k);
  return sum;
}

extern "C" __global__ void sums(float* out, const float* in, unsigned rows, unsigned columns) {
  extern __shared__ float part[];  // a word for each warp of the block
  const unsigned row = blockIdx.x;
  float sum = 0.0f;
  for (unsigned column = threadIdx.x; column < columns; column += blockDim.x)
    sum += in[row * columns + column];
  sum = sum_of_warp(sum);
  if (threadIdx.x % 32 == 0)
    out[row] = sum;
}
