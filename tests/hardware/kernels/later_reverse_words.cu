// run: --kernel reverse --grid 3 --block 128 --arg out:u16[384]=zero --arg in:u16[384]=random:21
// run: --kernel reverse --grid 6 --block 64 --arg out:u16[384]=zero --arg in:u16[384]=random:22
__global__ void reverse(unsigned short* out, const unsigned short* in) {
  __shared__ unsigned short tile[128];
  int base = blockIdx.x * blockDim.x, t = threadIdx.x;
  tile[blockDim.x - 1 - t] = in[base + t];
  __syncthreads();
  out[base + t] = tile[t];
}
