// run: --kernel blur --grid 2 --block 32 --arg out:f32[2400]=zero --arg in:f32[2400]=random:247 --arg w:i32=40 --arg h:i32=60 --arg r:i32=4
__global__ void blur(float* out, const float* in, int w, int h, int r) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y >= h) return;
  float sum = 0;
  for (int x = -r; x <= r; ++x) sum += in[y * w + min(max(x, 0), w - 1)];
  for (int x = 0; x < w; ++x) {
    out[y * w + x] = sum / (2 * r + 1);
    sum += in[y * w + min(x + r + 1, w - 1)] - in[y * w + max(x - r, 0)];
  }
}
