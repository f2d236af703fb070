// What comes out has rows of `height` elements, and there are `width` of them.
extern "C" __global__ void transpose(float* out, const float* in, unsigned height,
                                     unsigned width) {
  __shared__ float tile[32][33];
  unsigned x = blockIdx.x * 32 + threadIdx.x;
  unsigned y = blockIdx.y * 32 + threadIdx.y;
  for (unsigned j = 0; j < 32; j += blockDim.y)
    if (x < width && y + j < height)
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();

  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (unsigned j = 0; j < 32; j += blockDim.y)
    if (x < height && y + j < width)
      out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}
