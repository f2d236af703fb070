// One addition for three numbers that go through memory.
extern "C" __global__ void add(float* out, const float* a, const float* b, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float left = a[i];
  const float right = b[i];
  const float sum = left + right;
  out[i] = sum;
}
