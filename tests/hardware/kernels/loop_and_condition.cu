// run: --kernel k --grid 2 --block 128 --arg out:i32[256]=zero --arg in:i32[1024]=random:305%100
__global__ void k(int* out, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = 0, sum = 0;
#pragma unroll 1
  while (j < 30 && in[(i + j) & 1023] < 85 && (j < 3 || in[(i * 3 + j) & 1023] > 6)) {
    sum += in[(sum + j) & 1023];
    ++j;
  }
  out[i] = sum * 100 + j;
}
