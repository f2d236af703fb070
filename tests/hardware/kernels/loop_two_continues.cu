// run: --kernel k --grid 2 --block 128 --arg out:i32[256]=zero --arg in:i32[1024]=random:302%100
__global__ void k(int* out, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0, j = 0;
#pragma unroll 1
  while (j < 15) {
    int x = in[(i * 5 + j) & 1023];
    ++j;
    if (x < 20) continue;
    sum += in[(sum + i) & 1023];
    if (x < 60) {
      sum ^= in[(x + i) & 1023];
      continue;
    }
    sum -= in[(x * 7 + j) & 1023];
  }
  out[i] = sum;
}
