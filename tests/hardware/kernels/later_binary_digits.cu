// run: --kernel digits --grid 3 --block 64 --arg out:u32[192]=zero --arg in:u32[192]=random:111
// run: --kernel digits --grid 2 --block 96 --arg out:u32[192]=zero --arg in:u32[192]=random:112%255
__global__ void digits(unsigned* out, const unsigned* in) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i], steps = 0;
  while (v) {
    v &= v - 1;
    ++steps;
  }
  out[i] = steps * 1000 + __clz(in[i]) * 10 + __popc(in[i]) - steps;
}
