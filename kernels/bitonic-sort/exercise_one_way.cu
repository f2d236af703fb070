// All comparators put the smaller element to the left, so no piece is sorted downwards. Two pieces that
// both rise are no bitonic sequence, and the merge fails. Mend the first column of each merge.
extern "C" __global__ void column(int* data, unsigned length, unsigned distance) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned partner = i ^ distance;
  if (partner > i) {
    const int x = data[i], y = data[partner];
    data[i] = min(x, y);
    data[partner] = max(x, y);
  }
}
