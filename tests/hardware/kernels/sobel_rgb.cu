// run: --kernel sobel --grid 3,3 --block 16,8 --arg out:u8[1000]=zero --arg in:u8[3000]=random:125 --arg w:i32=40 --arg h:i32=25
struct Pixel {
  unsigned char r, g, b;
};
__device__ int grey(Pixel p) { return (77 * p.r + 150 * p.g + 29 * p.b) >> 8; }
__global__ void sobel(unsigned char* out, const Pixel* in, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  if (x == 0 || y == 0 || x == w - 1 || y == h - 1) {
    out[y * w + x] = 255;
    return;
  }
  int gx = 0, gy = 0;
  for (int d = -1; d <= 1; ++d) {
    int weight = d == 0 ? 2 : 1;
    gx += weight * (grey(in[(y + d) * w + x + 1]) - grey(in[(y + d) * w + x - 1]));
    gy += weight * (grey(in[(y + 1) * w + x + d]) - grey(in[(y - 1) * w + x + d]));
  }
  out[y * w + x] = min(255, (int)sqrtf((float)(gx * gx + gy * gy)));
}
