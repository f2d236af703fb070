// run: --kernel k --grid 4 --block 128 --arg bins:u32[64]=zero --arg in:u8[4096]=random:18
__global__ void k(unsigned* bins, const unsigned char* in) {
  __shared__ unsigned s[64];
  if (threadIdx.x < 64) s[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 4096; i += gridDim.x * blockDim.x)
    atomicAdd(&s[in[i] >> 2], 1u);
  __syncthreads();
  if (threadIdx.x < 64 && s[threadIdx.x] > 0) atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
