// run: --kernel k --grid 1 --block 128 --arg out:i16[256]=zero --arg a:i8[128]=random:145 --arg b:u16[128]=random:146
__global__ void k(short2* out, const signed char* a, const unsigned short* b) {
  int i = threadIdx.x;
  signed char x = a[i];
  unsigned short y = b[i];
  x += y;
  y = y * 3 + x;
  short z = (short)((x << 5) ^ (y >> 3));
  bool negative = x < 0;
  out[i] = make_short2(z >> (i & 7), (short)(x * x - (negative ? y : -y) + (unsigned char)x));
}
