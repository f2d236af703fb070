// Lays the picture out like tiles, `tiles` of them along each side. The texture object wraps around
// and takes coordinates from 0 to 1, and here it gets texels: mend what it is given.
extern "C" __global__ void carpet(float* out, cudaTextureObject_t picture, int width, int height,
                                  int tiles) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  out[y * width + x] = tex2D<float>(picture, (x + 0.5f) * tiles, (y + 0.5f) * tiles);
}
