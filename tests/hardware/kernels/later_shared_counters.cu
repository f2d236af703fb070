// run: --kernel count --grid 3 --block 128 --arg bins:u32[16]=zero --arg in:u8[1000]=random:131%16 --arg n:u32=1000
// run: --kernel count --grid 2 --block 256 --arg bins:u32[16]=zero --arg in:u8[1000]=random:132%4 --arg n:u32=900
__global__ void count(unsigned* bins, const unsigned char* in, unsigned n) {
  __shared__ unsigned mine[16];
  if (threadIdx.x < 16) mine[threadIdx.x] = 0;
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&mine[in[i]], 1u);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}
