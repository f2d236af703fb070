// run: --kernel life --grid 5,7 --block 13,5 --arg out:u8[2275]=zero --arg in:u8[2275]=random:114%2 --arg w:i32=65 --arg h:i32=35
__global__ void life(unsigned char* out, const unsigned char* in, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int alive = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0) alive += in[(y + dy + h) % h * w + (x + dx + w) % w];
  out[y * w + x] = alive == 3 || (alive == 2 && in[y * w + x]);
}
