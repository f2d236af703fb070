// run: --kernel k --grid 2 --block 96 --arg out:i32[192]=zero --arg in:i32[1024]=random:304%100
__global__ void k(int* out, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
#pragma unroll 1
  for (int j = 0; j < 8; ++j) {
    int n = in[(i + j * 64) & 1023] % 6;
#pragma unroll 1
    for (int m = 0; m < n; ++m) {
      int x = in[(i * 3 + j * 5 + m) & 1023];
      sum += x;
      if (x > 80) break;
    }
    if (sum > 700) break;
    sum += in[sum & 1023];
  }
  out[i] = sum;
}
