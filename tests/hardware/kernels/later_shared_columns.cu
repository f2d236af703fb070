// run: --kernel columns --grid 3 --block 128 --arg out:u32[384]=zero --arg pitch:u32=33
// run: --kernel columns --grid 3 --block 128 --arg out:u32[384]=zero --arg pitch:u32=24
__global__ void columns(unsigned* out, unsigned pitch) {
  __shared__ unsigned tile[33 * 128];
  for (unsigned k = 0; k < 4; ++k) tile[threadIdx.x * pitch + k * 5] = threadIdx.x * 7 + k;
  __syncthreads();
  unsigned sum = 0;
  for (unsigned k = 0; k < 4; ++k) sum += tile[(threadIdx.x ^ k) * pitch + k * 5];
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}
