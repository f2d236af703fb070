// Each thread makes one pixel of the picture turned about its middle. The coordinates of a fetch go
// from 0 to 1 here, whatever the picture's size.
extern "C" __global__ void turn(float* out, cudaTextureObject_t picture, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  // A triangle whose sides are 3, 4 and 5 has this cosine and this sine.
  const float across = x + 0.5f - 0.5f * width;
  const float down = y + 0.5f - 0.5f * height;
  const float u = 0.5f * width + 0.6f * across - 0.8f * down;
  const float v = 0.5f * height + 0.8f * across + 0.6f * down;
  out[y * width + x] = tex2D<float>(picture, u / width, v / height);
}
