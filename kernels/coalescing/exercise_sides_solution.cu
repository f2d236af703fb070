// The threads of a warp are neighbours along x, and neighbours in memory are those of a row.
extern "C" __global__ void copy(float* out, const float* in, unsigned side) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < side && column < side)
    out[row * side + column] = in[row * side + column];
}
