// Faulty: a tiled product reads its tiles before all warps have stored theirs.
extern "C" __global__ void k(int* out, const int* a, const int* b) {
  __shared__ int p[8][8], q[8][8];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.x * 8 + y, sum = 0;
  for (int m = 0; m < 16; m += 8) {
    p[y][x] = a[row * 16 + m + x];
    q[y][x] = b[(m + y) * 8 + x];  // <1>
    for (int i = 0; i < 8; ++i) sum += p[y][i] * q[i][x];  // <2>
    __syncthreads();
  }
  out[row * 8 + x] = sum;
}
