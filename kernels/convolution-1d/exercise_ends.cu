// Whoever has not all neighbours leaves, since the window would reach beyond the input.
__constant__ float mask[65];

extern "C" __global__ void convolve(float* out, const float* in, int n, int r) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < r || i >= n - r) return;

  float sum = 0.0f;
  for (int k = 0; k <= 2 * r; ++k)
    sum += mask[k] * in[i - r + k];
  out[i] = sum;
}
