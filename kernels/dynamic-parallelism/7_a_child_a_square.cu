// One square on the diagonal: `size` rows and columns, from row and column `first` on.
extern "C" __global__ void multiply(float* c, const float* a, const float* b, unsigned n,
                                    unsigned first, unsigned size) {
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= size || column >= size)
    return;
  float sum = 0.0f;
#pragma unroll 1
  for (unsigned i = first; i < first + size; ++i)
    sum += a[(first + row) * n + i] * b[i * n + first + column];
  c[(first + row) * n + first + column] = sum;
}

// A thread for each square, and each launches the product of its own.
extern "C" __global__ void parent(float* c, const float* a, const float* b, unsigned n,
                                  const unsigned* start) {
  const unsigned first = start[threadIdx.x];
  const unsigned size = start[threadIdx.x + 1] - first;
  const unsigned tiles = (size + 7) / 8;
  multiply<<<dim3(tiles, tiles), dim3(8, 8)>>>(c, a, b, n, first, size);
}
