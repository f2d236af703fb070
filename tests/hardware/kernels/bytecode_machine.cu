// run: --kernel k --grid 2 --block 96 --arg out:i32[192]=zero --arg code:u8[256]=random:234 --arg start:u32[192]=random:235%256
__global__ void k(int* out, const unsigned char* code, const unsigned* start) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, a = i, b = 1;
  unsigned pc = start[i];
  for (int n = 0; n < 24; ++n) {
    unsigned char op = code[pc & 255];
    ++pc;
    switch (op & 7) {
      case 0: a += b; break;
      case 1: b = a ^ op; break;
      case 2: a -= code[pc++ & 255]; break;
      case 3: if (a & 1) pc += op >> 4; break;
      case 4: b = b * 3 + 1;
      case 5: a = a / 2 + b; break;
      case 6: if (op > 240) goto done; else a ^= b << 3; break;
      default: for (int j = 0; j < (op >> 5); ++j) b += code[(a + j) & 255];
    }
  }
done:
  out[i] = a * 31 + b;
}
