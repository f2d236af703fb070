// run: --kernel lu --grid 2 --block 16,16 --arg m:f64[512]=random:118
__global__ void lu(double* m) {
  __shared__ double a[16][17];
  int r = threadIdx.y, c = threadIdx.x;
  double* mine = m + blockIdx.x * 256 + r * 16 + c;
  a[r][c] = *mine + (r == c ? 8.0 : 0.0);
  __syncthreads();
  for (int k = 0; k < 15; ++k) {
    if (c == k && r > k) a[r][k] /= a[k][k];
    __syncthreads();
    if (r > k && c > k) a[r][c] -= a[r][k] * a[k][c];
    __syncthreads();
  }
  *mine = a[r][c];
}
