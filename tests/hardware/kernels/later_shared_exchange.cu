// run: --kernel chain --grid 2 --block 64 --arg out:u32[128]=zero --arg in:u32[128]=random:141%32
// run: --kernel chain --grid 2 --block 64 --arg out:u32[128]=zero --arg in:u32[128]=iota
__global__ void chain(unsigned* out, const unsigned* in) {
  __shared__ unsigned most[64];
  most[threadIdx.x] = 0;
  __syncthreads();
  unsigned i = blockIdx.x * 64 + threadIdx.x;
  atomicMax(&most[in[i] % 64], i * 3 + 1);
  __syncthreads();
  out[i] = most[threadIdx.x];
}
