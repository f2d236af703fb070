// Whoever has an output stays. It is the neighbour that may be missing, and then its product is.
__constant__ float mask[65];

extern "C" __global__ void convolve(float* out, const float* in, int n, int r) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;

  float sum = 0.0f;
  for (int k = 0; k <= 2 * r; ++k) {
    const int at = i - r + k;
    if (at >= 0 && at < n) sum += mask[k] * in[at];
  }
  out[i] = sum;
}
