// run: --kernel upper --grid 2 --block 64 --arg text:u8[512]=random:491%128
// run: --kernel upper --grid 1 --block 100 --arg text:u8[512]=random:492%128
__global__ void upper(unsigned* text) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, word = text[i], out = 0;
  for (int k = 0; k < 4; ++k) {
    unsigned letter = word >> (8 * k) & 255;
    if (letter >= 'a' && letter <= 'z') letter -= 32;
    out |= letter << (8 * k);
  }
  text[i] = out;
}
