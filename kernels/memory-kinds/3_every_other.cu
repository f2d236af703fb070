// The GPU takes the numbers at even places. The host takes the others, in the same pages.
extern "C" __global__ void scale(float* v, float factor, int n) {
  const int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    v[i] = factor * v[i];
}
