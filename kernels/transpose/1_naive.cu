// Turned on the way: a warp reads a row, but writes a column, one sector for each lane.
extern "C" __global__ void transpose(float* out, const float* in, unsigned n) {
  const unsigned x = blockIdx.x * 32 + threadIdx.x;
  const unsigned y = blockIdx.y * 32 + threadIdx.y;
  for (unsigned j = 0; j < 32; j += blockDim.y)
    if (x < n && y + j < n)
      out[x * n + (y + j)] = in[(y + j) * n + x];
}
