// run: --kernel k --grid 2 --block 128 --arg out:i32[256]=zero --arg in:i32[1024]=random:301%100
__global__ void k(int* out, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
#pragma unroll 1
  for (int j = 0; j < 20; ++j) {
    int x = in[(i * 3 + j * 17) & 1023];
    if (x > 90) break;
    if (x > 45) sum += in[(i + x) & 1023];
    sum += in[(i ^ j) & 1023];
  }
  out[i] = sum;
}
