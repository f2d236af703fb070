// run: --kernel k --grid 3 --block 64 --arg out:u32[192]=zero --arg in:u32[512]=random:233%512
__global__ void k(unsigned* out, const unsigned* in) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i], sum = 0, turn = 0;
  do {
    unsigned y = x, inner = 0;
    do {
      y = in[y] * 3 / 4;
      sum += y;
    } while (y > 60 && ++inner < 20);
    x = in[(x + y) & 511];
    if (x & 1) sum ^= in[sum & 511];
  } while (x % 5 != 0 && ++turn < 40);
  out[i] = sum;
}
