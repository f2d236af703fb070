// The GPU takes the first half of the numbers. The host takes the second, in pages of its own.
extern "C" __global__ void scale(float* v, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 2)
    v[i] = factor * v[i];
}
