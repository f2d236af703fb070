// One thread a pixel, in a grid with two sides: scale<<<dim3(across, down), dim3(x, y)>>>(...).
// Where the sides of the picture are no multiples of the block's, the grid reaches over the edge.
extern "C" __global__ void scale(float* v, float factor, unsigned columns, unsigned rows) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < columns && y < rows) {
    const unsigned i = y * columns + x;
    v[i] = factor * v[i];
  }
}
