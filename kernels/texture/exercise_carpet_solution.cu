// Lays the picture out like tiles, `tiles` of them along each side: coordinates from 0 to `tiles`, of
// which the texture object takes what is behind the point.
extern "C" __global__ void carpet(float* out, cudaTextureObject_t picture, int width, int height,
                                  int tiles) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const float u = (x + 0.5f) / width * tiles;
  const float v = (y + 0.5f) / height * tiles;
  out[y * width + x] = tex2D<float>(picture, u, v);
}
