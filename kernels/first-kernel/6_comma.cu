// The same kernel. But the host has written dim3 block = (16, 16), without a type before the
// brackets: in C++ this comma throws the first number away, and the second becomes the x side
// alone.
extern "C" __global__ void scale(float* v, float factor, unsigned columns, unsigned rows) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < columns && y < rows) {
    const unsigned i = y * columns + x;
    v[i] = factor * v[i];
  }
}
