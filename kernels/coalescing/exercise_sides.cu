// Copies a square of numbers, one a thread, in blocks with two sides. The result is right. Which
// numbers do the lanes of a warp take?
extern "C" __global__ void copy(float* out, const float* in, unsigned side) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < side && column < side)
    out[row * side + column] = in[row * side + column];
}
