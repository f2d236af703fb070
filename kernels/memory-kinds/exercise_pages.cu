// The host works on the numbers from `first` on, at the same time, in managed memory. This kernel
// takes every other number of the whole array, and so both want every page.
extern "C" __global__ void scale(float* v, float factor, int first, int n) {
  const int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    v[i] = factor * v[i];
}
