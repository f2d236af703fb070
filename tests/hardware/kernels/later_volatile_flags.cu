// run: --kernel pass --grid 1 --block 64 --arg out:u32[64]=zero --arg in:u32[64]=random:361%1000
// run: --kernel pass --grid 1 --block 96 --arg out:u32[96]=zero --arg in:u32[96]=random:362%1000
__global__ void pass(volatile unsigned* out, const unsigned* in) {
  unsigned t = threadIdx.x;
  out[t] = in[t] + 1;
  __syncthreads();
  unsigned other = out[t ^ 1];
  __syncthreads();
  out[t] = other * 2;
}
