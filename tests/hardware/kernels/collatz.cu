// run: --kernel steps --grid 4 --block 64 --arg out:u32[256]=zero
__global__ void steps(unsigned* out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long x = i + 1;
  unsigned n = 0;
  while (x != 1) {
    x = (x & 1) ? 3 * x + 1 : x / 2;
    ++n;
  }
  out[i] = n;
}
