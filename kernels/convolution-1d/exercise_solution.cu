// Threads whose first element is not the last one of the tile bring another, a block further.
__constant__ float mask[65];

extern "C" __global__ void convolve(float* out, const float* in, int n, int r) {
  extern __shared__ float tile[];  // blockDim.x + 2r
  const int width = blockDim.x;
  const int i = blockIdx.x * width + threadIdx.x;
  const int first = blockIdx.x * width - r;
  for (int t = threadIdx.x; t < width + 2 * r; t += width)
    tile[t] = first + t >= 0 && first + t < n ? in[first + t] : 0.0f;
  __syncthreads();
  if (i >= n) return;

  float sum = 0.0f;
  for (int k = 0; k <= 2 * r; ++k)
    sum += mask[k] * tile[threadIdx.x + k];
  out[i] = sum;
}
