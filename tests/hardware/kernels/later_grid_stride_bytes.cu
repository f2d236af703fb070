// run: --kernel invert --grid 3 --block 64 --arg out:u32[777]=zero --arg in:u32[777]=random:271 --arg n:u32=777
// run: --kernel invert --grid 2 --block 160 --arg out:u32[777]=zero --arg in:u32[777]=random:272 --arg n:u32=500
__global__ void invert(unsigned* out, const unsigned* in, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) out[i] = __byte_perm(~in[i], 0, 0x0123);
}
