// Each block adds up 32 columns: its warps share the rows and meet in shared memory.
extern "C" __global__ void sums(float* out, const float* in, unsigned rows, unsigned columns) {
  extern __shared__ float part[];
  const unsigned x = threadIdx.x;
  const unsigned column = blockIdx.x * 32 + x;
  float sum = 0.0f;
  for (unsigned row = threadIdx.y; row < rows && column < columns; row += blockDim.y)
    sum += in[row * columns + column];
  part[threadIdx.y * 32 + x] = sum;
  __syncthreads();

  if (threadIdx.y == 0 && column < columns) {
    for (unsigned y = 1; y < blockDim.y; ++y)
      sum += part[y * 32 + x];
    out[column] = sum;
  }
}
