constexpr int kEach = 8;

extern "C" __global__ void scale(float* v, float factor, int n) {
  const int first = kEach * blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < kEach; ++k) {
    const int i = first + k * blockDim.x;
    if (i < n)
      v[i] = factor * v[i];
  }
}
