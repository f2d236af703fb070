// run: --kernel k --grid 8 --block 128 --arg out:u32[4096]=zero --arg in:u32[4096]=random:8 --arg index:u32[1024]=random:9%4096
__global__ void k(unsigned* out, const unsigned* in, const unsigned* index) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned j = index[i];
  atomicXor(&out[(j * 37u) % 4096u], in[j]);
}
