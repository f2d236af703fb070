// run: --kernel shuffle --grid 2 --block 256 --arg out:u8[512]=zero --arg in:u8[512]=random:91
// run: --kernel shuffle --grid 4 --block 128 --arg out:u8[512]=zero --arg in:u8[512]=random:92
__global__ void shuffle(unsigned char* out, const unsigned char* in) {
  __shared__ unsigned char tile[256];
  unsigned t = threadIdx.x, n = blockDim.x;
  tile[t * 37 % n] = in[blockIdx.x * n + t];
  __syncthreads();
  out[blockIdx.x * n + t] = tile[t] ^ tile[(t + 3) % n];
}
