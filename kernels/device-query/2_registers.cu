// Each number times its mirror image among those of the thread, all added up. Every number waits in
// a register until its mirror image has come.
constexpr unsigned kValues = VALUES;

extern "C" __global__ void __launch_bounds__(256, 1)
    mirror(float* out, const float* in, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v[kValues];
  for (unsigned k = 0; k < kValues; ++k) v[k] = in[k * n + i];

  float sum = 0.0f;
  for (unsigned k = 0; k < kValues; ++k) sum += v[k] * v[kValues - 1 - k];
  out[i] = sum;
}
