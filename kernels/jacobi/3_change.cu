// Each launch also tells its largest change. There is no atomic maximum of floats, but the bits of
// floats that are not negative have the same order as these bits taken as whole numbers.
extern "C" __global__ void relax(float* after, const float* before, int* change, int rows,
                                 int columns, int round) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < 1 || row >= rows - 1 || column < 1 || column >= columns - 1) return;

  const int at = row * columns + column;
  const float beside = before[at - 1] + before[at + 1];
  const float mean = 0.25f * (beside + before[at - columns] + before[at + columns]);
  after[at] = mean;
  atomicMax(&change[round], __float_as_int(fabsf(mean - before[at])));
}
