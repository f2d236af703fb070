// run: --kernel split --grid 4 --block 64 --arg r:u8[256]=zero --arg g:u8[256]=zero --arg b:u8[256]=zero --arg rgb:u8[768]=random:31
// run: --kernel split --grid 3 --block 80 --arg r:u8[256]=zero --arg g:u8[256]=zero --arg b:u8[256]=zero --arg rgb:u8[768]=random:32
__global__ void split(unsigned char* r, unsigned char* g, unsigned char* b, const unsigned char* rgb) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 256) return;
  r[i] = rgb[3 * i], g[i] = rgb[3 * i + 1], b[i] = rgb[3 * i + 2];
}
