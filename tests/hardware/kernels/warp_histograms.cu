// run: --kernel k --grid 3 --block 96 --arg bins:u32[32]=zero --arg in:u8[2880]=random:225
__global__ void k(unsigned* bins, const unsigned char* in) {
  __shared__ unsigned s[3][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  s[warp][lane] = 0;
  __syncwarp();
  for (int j = 0; j < 10; ++j) atomicAdd(&s[warp][in[(blockIdx.x * 10 + j) * 96 + threadIdx.x] >> 3], 1u);
  __syncthreads();
  if (warp == 0) {
    unsigned sum = s[0][lane] + s[1][lane] + s[2][lane];
    if (sum) atomicAdd(&bins[lane], sum);
  }
}
