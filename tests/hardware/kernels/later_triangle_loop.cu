// run: --kernel triangle --grid 2 --block 64 --arg out:u32[128]=zero --arg in:u32[128]=random:431%50
// run: --kernel triangle --grid 4 --block 32 --arg out:u32[128]=zero --arg in:u32[128]=random:432%50
__global__ void triangle(unsigned* out, const unsigned* in) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
  for (unsigned k = 0; k <= threadIdx.x % 20; ++k) sum += in[(i + k * k) % 128];
  out[i] = sum;
}
