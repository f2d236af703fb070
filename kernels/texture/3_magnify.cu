// Each thread makes one pixel of a part of the picture, which becomes `zoom` times as large.
extern "C" __global__ void magnify(float* out, cudaTextureObject_t picture, int width, int height,
                                   int zoom, int left, int top) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const float u = left + (x + 0.5f) / zoom;
  const float v = top + (y + 0.5f) / zoom;
  out[y * width + x] = tex2D<float>(picture, u, v);
}
