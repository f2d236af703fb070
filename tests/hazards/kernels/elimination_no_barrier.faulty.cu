// Faulty: an elimination reads the pivot row and column while others change them.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int a[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  a[y][x] = in[y * 16 + x];
  __syncthreads();
  for (int p = 0; p < 15; ++p) {
    int factor = a[y][p] * a[p][x];  // <1>
    if (y > p) a[y][x] -= factor;  // <2>
    __syncthreads();
  }
  out[y * 16 + x] = a[y][x];
}
