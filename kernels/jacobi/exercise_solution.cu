// The bits of a float that is not negative: fabsf before they are taken, since the sign is a bit,
// too, and makes a whole number negative.
extern "C" __global__ void relax(float* after, const float* before, int* change, int rows,
                                 int columns, int round) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < 1 || row >= rows - 1 || column < 1 || column >= columns - 1) return;

  const int at = row * columns + column;
  const float beside = before[at - 1] + before[at + 1];
  const float mean = 0.25f * (beside + before[at - columns] + before[at + columns]);
  after[at] = mean;
  const int moved = __float_as_int(fabsf(mean - before[at]));
  atomicMax(&change[round], moved);
}
