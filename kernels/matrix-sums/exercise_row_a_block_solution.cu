// A block for each row. Its warps put their sums down side by side, and when all of them are there,
// one thread adds them up.
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
    part[threadIdx.x / 32] = sum;
  __syncthreads();

  if (threadIdx.x == 0) {
    for (unsigned warp = 1; warp < blockDim.x / 32; ++warp)
      sum += part[warp];
    out[row] = sum;
  }
}
