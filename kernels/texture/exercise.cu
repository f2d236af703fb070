// Copies the picture through a texture object that filters. It comes out blurred: mend it.
extern "C" __global__ void copy(float* out, cudaTextureObject_t picture, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  out[y * width + x] = tex2D<float>(picture, x, y);
}
