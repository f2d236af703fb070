// run: --kernel k --grid 8 --block 128 --arg bins:u32[16]=zero --arg extremes:i32[4]=zero --arg in:i32[1024]=random:17%5000
__global__ void k(unsigned* bins, int* extremes, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = in[i];
  atomicAdd(&bins[x & 15], (unsigned)x);
  atomicMax(&extremes[0], x);
  atomicMin(&extremes[1], -x);
  atomicOr(&extremes[2], x);
  if (i % 3 == 0) atomicAdd(&extremes[3], 1);
}
