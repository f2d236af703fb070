// run: --kernel median --grid 3,3 --block 12,8 --arg out:u8[720]=zero --arg in:u8[720]=random:248
__device__ void order(unsigned char& a, unsigned char& b) {
  if (a > b) {
    unsigned char c = a;
    a = b;
    b = c;
  }
}
__global__ void median(unsigned char* out, const unsigned char* in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= 36 || y >= 20) return;
  unsigned char v[9];
  int n = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      int u = x + dx, w = y + dy;
      v[n++] = u >= 0 && w >= 0 && u < 36 && w < 20 ? in[w * 36 + u] : 0;
    }
  for (int a = 0; a < 5; ++a)
    for (int b = a + 1; b < 9; ++b) order(v[a], v[b]);
  out[y * 36 + x] = v[4];
}
