// run: --kernel rows --grid 3 --block 64 --shared 1280 --arg out:u32[192]=zero --arg in:u32[192]=random:481%100 --arg pitch:u32=5
// run: --kernel rows --grid 3 --block 64 --shared 2048 --arg out:u32[192]=zero --arg in:u32[192]=random:482%100 --arg pitch:u32=8
__global__ void rows(unsigned* out, const unsigned* in, unsigned pitch) {
  extern __shared__ unsigned tile[];
  unsigned t = threadIdx.x;
  tile[t * pitch] = in[blockIdx.x * 64 + t];
  __syncthreads();
  out[blockIdx.x * 64 + t] = tile[(63 - t) * pitch] + tile[(t & ~7u) * pitch];
}
