// run: --kernel walk --grid 2 --block 96 --arg out:u32[192]=zero --arg next:u32[1024]=random:65%1024
__global__ void walk(unsigned* out, const unsigned* next) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, at = i, sum = 0;
  for (unsigned step = 0; step < 3 + i % 9; ++step) {
    at = next[at];
    sum = sum * 31 + at;
    if (at % 17 == 0) continue;
    if (at > 1000) break;
    sum ^= next[(at + step) % 1024];
  }
  out[i] = sum;
}
