// Clean: two barriers a round separate reading and storing.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int d[12][13];
  int x = threadIdx.x, y = threadIdx.y;
  d[y][x] = in[y * 12 + x];
  __syncthreads();
  for (int m = 0; m < 12; ++m) {
    int through = d[y][m] + d[m][x];
    __syncthreads();
    if (through < d[y][x]) d[y][x] = through;
    __syncthreads();
  }
  out[y * 12 + x] = d[y][x];
}
