// run: --kernel k --grid 2 --block 128 --arg out:i32[256]=zero --arg in:i32[1024]=random:303%100
__global__ void k(int* out, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
#pragma unroll 1
  for (int j = 0; j < 25; ++j) {
    int x = in[(i * 7 + j * 3) & 1023];
    if (x == 77) {
      out[i] = -in[sum & 1023];
      return;
    }
    if (x & 1) sum += in[(x + j) & 1023];
  }
  out[i] = sum;
}
