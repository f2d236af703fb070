// A thread a comparator: half as many threads, none of which has nothing to do. Comparator t begins
// at element t, moved on by the second halves of the pairs before it.
extern "C" __global__ void column(int* data, unsigned length, unsigned distance) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned i = 2 * t - (t & (distance - 1)), partner = i + distance;
  const bool upwards = (i & length) == 0;
  const int x = data[i], y = data[partner];
  data[i] = upwards ? min(x, y) : max(x, y);
  data[partner] = upwards ? max(x, y) : min(x, y);
}
