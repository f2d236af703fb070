// run: --kernel k --grid 3 --block 32,4 --arg out:u8[3072]=zero --arg in:u8[3072]=random:56
__global__ void k(unsigned char* out, const unsigned char* in) {
  __shared__ unsigned char tile[32][36];
  for (int j = threadIdx.y; j < 32; j += 4) tile[j][threadIdx.x] = in[blockIdx.x * 1024 + j * 32 + threadIdx.x];
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 4) out[blockIdx.x * 1024 + j * 32 + threadIdx.x] = tile[threadIdx.x][j];
}
