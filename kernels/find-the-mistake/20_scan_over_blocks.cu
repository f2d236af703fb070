// Each block scans its piece and tells its sum; a second launch adds what stands before the piece.
extern "C" __global__ void scan_pieces(float* out, float* sums, const float* in) {
  __shared__ float s[1024];
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = in[i];
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    __syncthreads();
    const float left = t >= d ? s[t - d] : 0.0f;
    __syncthreads();
    s[t] += left;
  }
  out[i] = s[t];
  if (t == blockDim.x - 1)
    sums[blockIdx.x] = s[t];
}

extern "C" __global__ void add_before(float* out, const float* sums) {
  if (blockIdx.x > 0)
    out[blockIdx.x * blockDim.x + threadIdx.x] += sums[blockIdx.x - 1];
}
