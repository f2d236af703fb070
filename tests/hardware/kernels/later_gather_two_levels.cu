// run: --kernel gather --grid 2 --block 96 --arg out:u32[192]=zero --arg at:u32[192]=random:411%300 --arg table:u32[300]=random:412%500 --arg leaf:u8[500]=random:413
// run: --kernel gather --grid 3 --block 64 --arg out:u32[192]=zero --arg at:u32[192]=random:414%10 --arg table:u32[300]=random:415%500 --arg leaf:u8[500]=random:416
__global__ void gather(unsigned* out, const unsigned* __restrict__ at, const unsigned* __restrict__ table, const unsigned char* __restrict__ leaf) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = leaf[table[at[i]]];
}
