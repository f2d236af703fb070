// In the first column of a merge each element meets its mirror image: the second piece is read
// backwards, and so falls. Behind that column both halves are bitonic, as ever.
extern "C" __global__ void column(int* data, unsigned length, unsigned distance) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned partner = 2 * distance == length ? i ^ (length - 1) : i ^ distance;
  if (partner > i) {
    const int x = data[i], y = data[partner];
    data[i] = min(x, y);
    data[partner] = max(x, y);
  }
}
