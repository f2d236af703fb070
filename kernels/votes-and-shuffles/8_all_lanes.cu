// What every lane holds when the lanes of a group add up, by shuffles down and by exchanges. Only
// the first lane of a group writes its sum; the other arrays are for us to look at.
extern "C" __global__ void sum(int* out, int* first, int* last, int* exchanged, const int* in,
                               int width, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int down = i < n ? in[i] : 0;
  int both = down;
  for (int k = width / 2; k > 0; k /= 2) {
    down += __shfl_down_sync(0xffffffffu, down, k, width);
    both += __shfl_xor_sync(0xffffffffu, both, k);
    if (i < n && k == width / 2)
      first[i] = down;
  }
  if (i >= n)
    return;
  last[i] = down;
  exchanged[i] = both;
  if (i % width == 0)
    out[i / width] = down;
}
