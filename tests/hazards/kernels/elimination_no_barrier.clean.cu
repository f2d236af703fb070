// Clean: the factors are read, then a barrier, then the rows change.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int a[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  a[y][x] = in[y * 16 + x];
  __syncthreads();
  for (int p = 0; p < 15; ++p) {
    int factor = a[y][p] * a[p][x];
    __syncthreads();
    if (y > p) a[y][x] -= factor;
    __syncthreads();
  }
  out[y * 16 + x] = a[y][x];
}
