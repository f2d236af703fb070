// run: --kernel thin --grid 3 --block 96 --arg out:u32[288]=zero --arg width:u32=24 --arg last:u32=7
// A thread ends by two conditions at once: an EXIT with a predicate behind it.
extern "C" __global__ void thin(unsigned* out, unsigned width, unsigned last) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = i / width, column = i - row * width;
  if (row >= 12) return;
  if (column == 0 && row > last) return;
  out[i] = 100 * row + column + 1;
}
