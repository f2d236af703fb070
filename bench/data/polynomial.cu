// Arithmetic and hardly anything else: a polynomial in floats, and a hash in whole numbers.
// nvcc -std=c++17 -arch=compute_90 -ptx polynomial.cu -o polynomial.ptx
extern "C" __global__ void polynomial(float* out, const float* in, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = in[i];
  float y = 0.0f;
  unsigned hash = i + 1;
#pragma unroll 4
  for (int round = 0; round < 64; ++round) {
    y = y * x + 0.5f;
    y = y * x - 0.25f;
    y = y * x + 0.125f;
    hash ^= hash << 13;
    hash ^= hash >> 17;
    hash ^= hash << 5;
  }
  out[i] = hash % 2 == 0 ? y : -y;
}
