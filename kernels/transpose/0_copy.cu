// The bound for the others: the same tiles, copied without turning them. A block of 32 threads in x
// serves a tile of 32 x 32 elements, blockDim.y rows at a time.
extern "C" __global__ void transpose(float* out, const float* in, unsigned n) {
  const unsigned x = blockIdx.x * 32 + threadIdx.x;
  const unsigned y = blockIdx.y * 32 + threadIdx.y;
  for (unsigned j = 0; j < 32; j += blockDim.y)
    if (x < n && y + j < n)
      out[(y + j) * n + x] = in[(y + j) * n + x];
}
