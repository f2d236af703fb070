// run: --kernel escape --grid 4,4 --block 16,8 --arg out:u16[2048]=zero --arg width:i32=64 --arg height:i32=32
__global__ void escape(unsigned short* out, int width, int height) {
  int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  float cx = px * (3.0f / width) - 2.0f, cy = py * (2.0f / height) - 1.0f, x = 0, y = 0;
  int n = 0;
  while (n < 60 && x * x + y * y < 4.0f) {
    float t = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = t;
    ++n;
  }
  out[py * width + px] = (unsigned short)n;
}
