// In place without a race: as on a chessboard, all neighbours of a red point are black. One launch
// makes the points of one colour and reads only those of the other; a round is two launches.
__device__ int largest_of_warp(int moved) {
  for (int k = 16; k > 0; k /= 2) moved = max(moved, __shfl_xor_sync(0xffffffffu, moved, k));
  return moved;
}

extern "C" __global__ void relax(float* field, int* change, int rows, int columns, int round,
                                 int colour) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + (row + colour) % 2;
  int moved = 0;
  if (row >= 1 && row < rows - 1 && column >= 1 && column < columns - 1) {
    const int at = row * columns + column;
    const float beside = field[at - 1] + field[at + 1];
    const float mean = 0.25f * (beside + field[at - columns] + field[at + columns]);
    moved = __float_as_int(fabsf(mean - field[at]));
    field[at] = mean;
  }
  moved = largest_of_warp(moved);
  if (threadIdx.x == 0) atomicMax(&change[round], moved);
}
