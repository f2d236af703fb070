// run: --kernel k --grid 2 --block 64 --arg trail:u32[4096]=zero --arg length:u32[128]=zero
__global__ void k(unsigned* trail, unsigned* length) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, n = i + 3, steps = 0;
  while (n != 1 && steps < 32) {
    trail[steps * 128 + i] = n;
    if (n & 1)
      n = 3 * n + 1;
    else
      n >>= 1;
    ++steps;
  }
  length[i] = steps;
}
