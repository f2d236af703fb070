extern "C" __global__ void scale(float* v, float factor, int first, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    v[first + i] = factor * v[first + i];
}
