// The change is measured with the abs of whole numbers, as a program in C does that forgot which
// abs is which. Its loop ends after one round.
extern "C" __global__ void relax(float* after, const float* before, int* change, int rows,
                                 int columns, int round) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < 1 || row >= rows - 1 || column < 1 || column >= columns - 1) return;

  const int at = row * columns + column;
  const float beside = before[at - 1] + before[at + 1];
  const float mean = 0.25f * (beside + before[at - columns] + before[at + columns]);
  after[at] = mean;
  const int moved = abs(static_cast<int>(mean - before[at]));
  atomicMax(&change[round], moved);
}
