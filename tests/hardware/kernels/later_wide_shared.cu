// run: --kernel wide --grid 2 --block 64 --arg out:f64[128]=zero --arg in:f64[128]=random:461 --arg step:u32=1
// run: --kernel wide --grid 2 --block 64 --arg out:f64[128]=zero --arg in:f64[128]=random:462 --arg step:u32=17
__global__ void wide(double* out, const double* in, unsigned step) {
  __shared__ double tile[64];
  unsigned t = threadIdx.x;
  tile[t * step % 64] = in[blockIdx.x * 64 + t];
  __syncthreads();
  out[blockIdx.x * 64 + t] = tile[t] + tile[t * 2 % 64];
}
