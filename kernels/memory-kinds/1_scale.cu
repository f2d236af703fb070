// Each number is read once and written once, wherever the array lies.
extern "C" __global__ void scale(float* v, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = factor * v[i];
}
