// run: --kernel find --grid 3 --block 192 --arg best:u32[3]=zero --arg in:u32[2000]=random:61%5000 --arg n:u32=2000
// run: --kernel find --grid 2 --block 64 --arg best:u32[3]=zero --arg in:u32[2000]=random:62%5000 --arg n:u32=777
__global__ void find(unsigned* best, const unsigned* in, unsigned n) {
  __shared__ unsigned keys[192];
  unsigned key = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) key = max(key, in[i] << 12 | i);
  keys[threadIdx.x] = key;
  __syncthreads();
  for (unsigned left = blockDim.x; left > 1; left = (left + 1) / 2) {
    unsigned half = (left + 1) / 2;
    if (threadIdx.x < left / 2) keys[threadIdx.x] = max(keys[threadIdx.x], keys[threadIdx.x + half]);
    __syncthreads();
  }
  if (threadIdx.x == 0) best[blockIdx.x] = keys[0];
}
