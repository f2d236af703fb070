// No halo: what belongs to the neighbouring blocks is read from global memory when it is needed. On
// hardware it mostly lies in a cache by then, for those blocks have just read it.
__constant__ float mask[65];

extern "C" __global__ void convolve(float* out, const float* in, int n, int r) {
  extern __shared__ float tile[];  // blockDim.x
  const int width = blockDim.x;
  const int i = blockIdx.x * width + threadIdx.x;
  const int first = blockIdx.x * width - r;
  tile[threadIdx.x] = i < n ? in[i] : 0.0f;
  __syncthreads();
  if (i >= n) return;

  float sum = 0.0f;
  for (int k = 0; k <= 2 * r; ++k) {
    const int t = threadIdx.x + k;  // counts from the halo's first element, as `first` does
    if (t >= r && t < width + r)
      sum += mask[k] * tile[t - r];
    else if (first + t >= 0 && first + t < n)
      sum += mask[k] * in[first + t];
  }
  out[i] = sum;
}
