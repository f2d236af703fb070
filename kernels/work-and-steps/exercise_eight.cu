// Exclusive scan by one block, eight elements a thread. Each thread goes through all elements before
// its last one, as if the others did nothing. There is shared memory for a word a thread.
extern "C" __global__ void scan(int* out, const int* in, unsigned n) {
  const unsigned first = 8 * threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (unsigned i = 0; i < first + 8; ++i) {
    if (i >= first && i < n)
      out[i] = sum;
    sum += i < n ? in[i] : 0;
  }
}
