extern "C" __global__ void scale(float* v, float factor, int first, int chunk, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < chunk && first + i < n)
    v[first + i] = factor * v[first + i];
}
