// run: --kernel quads --grid 2 --block 64 --arg out:u32[640]=zero --arg in:u32[640]=random:281 --arg shift:u32=0
// run: --kernel quads --grid 4 --block 32 --arg out:u32[640]=zero --arg in:u32[640]=random:282 --arg shift:u32=5
__global__ void quads(uint4* out, const uint4* in, unsigned shift) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  uint4 v = in[i + shift];
  out[i] = make_uint4(v.w, v.x + 1, v.y ^ 3, v.z);
}
