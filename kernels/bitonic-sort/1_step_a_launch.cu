// One column of the sorting network: each element meets the one `distance` away, and the thread with
// the smaller index puts the two in order. Pieces of `length` are sorted upwards and downwards by
// turns.
extern "C" __global__ void column(int* data, unsigned length, unsigned distance) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned partner = i ^ distance;
  if (partner > i) {
    const bool upwards = (i & length) == 0;
    const int x = data[i], y = data[partner];
    data[i] = upwards ? min(x, y) : max(x, y);
    data[partner] = upwards ? max(x, y) : min(x, y);
  }
}
