// run: --kernel k --grid 2 --block 128 --arg out:u32[256]=zero --arg a:u32[256]=random:132 --arg b:u32[256]=random:133
__global__ void k(unsigned* out, const unsigned* a, const unsigned* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned x = a[i], y = b[i];
  unsigned r = __vadd4(x, y) ^ __vsub2(x, y) ^ __vaddus4(x, y) ^ __vsubss2(x, y);
  r += __vabsdiffu4(x, y) + __vsadu4(x, y) + __vavgu4(x, y) + __vmaxs2(x, y) + __vminu4(x, y);
  r ^= __vcmpgtu4(x, y) ^ __vcmpeq2(x & 0xff00ffu, y & 0xff00ffu) ^ __vsetles4(x, y) ^ __vabs2(x) ^ __vneg4(y);
  out[i] = r + __viaddmax_s32((int)x, (int)y, 17) + __vimax3_s32((int)x, (int)y, -5) + __vimin_s16x2_relu(x, y);
}
