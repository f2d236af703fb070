// Each number is fetched once and kept in a register until its mirror image has come.
constexpr unsigned kValues = 16;

extern "C" __global__ void mirror(float* out, const float* in, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float v[kValues];
  for (unsigned k = 0; k < kValues; ++k)
    v[k] = in[k * n + i];

  float sum = 0.0f;
  for (unsigned k = 0; k < kValues; ++k)
    sum += v[k] * v[kValues - 1 - k];
  out[i] = sum;
}
