// All sums so far: each lane takes in the sum of a lane before it, twice as far in each step. Lanes
// that have none so far before them keep theirs.
extern "C" __global__ void scan(int* out, const int* in, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = i < n ? in[i] : 0;
  for (unsigned k = 1; k < 32; k *= 2) {
    const int left = __shfl_up_sync(0xffffffffu, sum, k);
    if (i % 32 >= k)
      sum += left;
  }
  if (i < n)
    out[i] = sum;
}
