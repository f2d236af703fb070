// run: --kernel wide --grid 3 --block 64 --arg sums:u64[24]=zero --arg in:u32[192]=random:171%24
// run: --kernel wide --grid 6 --block 32 --arg sums:u64[24]=zero --arg in:u32[192]=random:172%3
__global__ void wide(unsigned long long* sums, const unsigned* in) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&sums[in[i]], 1ull << (i % 40));
}
