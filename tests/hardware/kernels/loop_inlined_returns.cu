// run: --kernel k --grid 2 --block 128 --arg out:i32[256]=zero --arg in:i32[1024]=random:307%100
__device__ __forceinline__ int classify(const int* in, int x) {
  if (x < 30) return in[x];
  if (x < 50) {
    int y = in[x * 2];
    if (y > 50) return y;
    return in[y] + 1;
  }
  return -in[(x * 3) & 1023];
}
__global__ void k(int* out, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
#pragma unroll 1
  for (int j = 0; j < 10; ++j) sum += classify(in, in[(i * 11 + j) & 1023]) * in[(i + j) & 1023];
  out[i] = sum;
}
