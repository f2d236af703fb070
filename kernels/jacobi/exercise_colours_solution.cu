// The row belongs to the colour, too: what is red in one row is black in the next.
extern "C" __global__ void relax(float* field, int* change, int rows, int columns, int round,
                                 int colour) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + (row + colour) % 2;
  if (row < 1 || row >= rows - 1 || column < 1 || column >= columns - 1) return;

  const int at = row * columns + column;
  const float beside = field[at - 1] + field[at + 1];
  const float mean = 0.25f * (beside + field[at - columns] + field[at + columns]);
  atomicMax(&change[round], __float_as_int(fabsf(mean - field[at])));
  field[at] = mean;
}
