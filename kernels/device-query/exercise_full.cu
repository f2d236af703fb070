// Eighty numbers in registers, so that few warps find room on an SM. What the result needs at one
// time is less. Fill the SM, and load nothing twice.
extern "C" __global__ void mirror(float* out, const float* in, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v[80];
  for (unsigned k = 0; k < 80; ++k) v[k] = in[k * n + i];

  float sum = 0.0f;
  for (unsigned k = 0; k < 80; ++k) sum += v[k] * v[79 - k];
  out[i] = sum;
}
