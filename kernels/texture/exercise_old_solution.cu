// Reads the picture through a texture object, an argument like any other.
extern "C" __global__ void mean(float* out, cudaTextureObject_t picture, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  float sum = 0;
  for (int row = y - 1; row <= y + 1; ++row) {
    for (int column = x - 1; column <= x + 1; ++column)
      sum += tex2D<float>(picture, column + 0.5f, row + 0.5f);
  }
  out[y * width + x] = sum / 9;
}
