// run: --kernel mark --grid 4 --block 64 --arg bits:u32[64]=zero --arg in:u32[256]=random:161%2048
// run: --kernel mark --grid 2 --block 128 --arg bits:u32[64]=zero --arg in:u32[256]=iota
__global__ void mark(unsigned* bits, const unsigned* in) {
  unsigned v = in[blockIdx.x * blockDim.x + threadIdx.x];
  atomicOr(&bits[v / 32], 1u << (v % 32));
}
