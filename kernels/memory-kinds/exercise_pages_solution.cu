extern "C" __global__ void scale(float* v, float factor, int first, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < first)
    v[i] = factor * v[i];
}
