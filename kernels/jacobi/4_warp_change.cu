// The lanes of a warp find their largest change by shuffles, and one of them tells it. All lanes
// take part, so those on the edges stay, with a change of 0.
__device__ int largest_of_warp(int moved) {
  for (int k = 16; k > 0; k /= 2) moved = max(moved, __shfl_xor_sync(0xffffffffu, moved, k));
  return moved;
}

extern "C" __global__ void relax(float* after, const float* before, int* change, int rows,
                                 int columns, int round) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  int moved = 0;
  if (row >= 1 && row < rows - 1 && column >= 1 && column < columns - 1) {
    const int at = row * columns + column;
    const float beside = before[at - 1] + before[at + 1];
    const float mean = 0.25f * (beside + before[at - columns] + before[at + columns]);
    after[at] = mean;
    moved = __float_as_int(fabsf(mean - before[at]));
  }
  moved = largest_of_warp(moved);
  if (threadIdx.x == 0) atomicMax(&change[round], moved);
}
