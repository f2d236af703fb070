// Each direction has a side of the block and an edge of the picture of its own.
extern "C" __global__ void scale(float* v, float factor, unsigned columns, unsigned rows) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < columns && y < rows) {
    const unsigned i = y * columns + x;
    v[i] = factor * v[i];
  }
}
