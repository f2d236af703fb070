// Exclusive scan, Blelloch: up a tree to sum pairs, and down again to hand the sums out. A launch
// is a step and writes a row of its own. A pair of width k ends at i when 2 k divides i + 1.
extern "C" __global__ void up(int* rows, unsigned step, unsigned k, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const int* before = rows + step * n;
  int* after = rows + (step + 1) * n;
  int sum = before[i];
  if ((i + 1) % (2 * k) == 0)
    sum += before[i - k];
  after[i] = sum;
}

// The sum of everything, at the end of the row, counts as 0 from here on.
__device__ int node(const int* before, unsigned i, unsigned k, unsigned n) {
  return 2 * k == n ? 0 : before[i];
}

extern "C" __global__ void down(int* rows, unsigned step, unsigned k, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const int* before = rows + step * n;
  int* after = rows + (step + 1) * n;
  if ((i + 1) % (2 * k) == 0)
    after[i] = node(before, i, k, n) + before[i - k];
  else if ((i + 1) % (2 * k) == k)
    after[i] = node(before, i + k, k, n);
  else
    after[i] = before[i];
}
