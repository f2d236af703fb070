// run: --kernel k --grid 2 --block 128 --arg out:i32[256]=zero --arg in:i32[1024]=random:308%100
__global__ void k(int* out, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
#pragma unroll 1
  for (int j = in[i] % 13; j < in[i + 300] % 29; j += 1 + (sum & 1)) {
    if (in[(j * 31 + i) & 1023] > 50)
      sum += in[(j + sum) & 1023];
    else if (j & 1)
      sum += in[(j * i) & 1023] * 3;
  }
  out[i] = sum;
}
