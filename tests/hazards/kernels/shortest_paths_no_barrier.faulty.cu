// Faulty: rounds of Floyd and Warshall in shared memory are not separated.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int d[12][13];
  int x = threadIdx.x, y = threadIdx.y;
  d[y][x] = in[y * 12 + x];
  __syncthreads();
  for (int m = 0; m < 12; ++m) {
    int through = d[y][m] + d[m][x];  // <1>
    if (through < d[y][x]) d[y][x] = through;  // <2>
  }
  out[y * 12 + x] = d[y][x];
}
