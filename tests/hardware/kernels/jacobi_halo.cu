// run: --kernel jacobi --grid 3,4 --block 16,8 --arg out:f64[1750]=zero --arg in:f64[1750]=random:115 --arg error:u32[1]=zero
__global__ void jacobi(double* out, const double* in, unsigned* error) {
  const int w = 50, h = 35;
  __shared__ double s[10][18];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  for (int j = threadIdx.y; j < 10; j += 8)
    for (int i = threadIdx.x; i < 18; i += 16) {
      int gx = min(max(int(blockIdx.x * 16) + i - 1, 0), w - 1);
      int gy = min(max(int(blockIdx.y * 8) + j - 1, 0), h - 1);
      s[j][i] = in[gy * w + gx];
    }
  __syncthreads();
  if (x < w && y < h) {
    int i = threadIdx.x + 1, j = threadIdx.y + 1;
    double v = 0.25 * (s[j][i - 1] + s[j][i + 1] + s[j - 1][i] + s[j + 1][i]);
    out[y * w + x] = v;
    if (fabs(v - s[j][i]) > 0.4) atomicAdd(error, 1u);
  }
}
