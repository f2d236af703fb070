// run: --kernel solve --grid 2 --block 32 --arg x:f64[640]=zero --arg d:f64[640]=random:263 --arg scratch:f64[640]=zero
__global__ void solve(double* x, const double* d, double* scratch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = 10, m = 64;
  double beta = 4.0;
  x[i] = d[i] / beta;
  for (int j = 1; j < n; ++j) {
    scratch[j * m + i] = 1.0 / beta;
    beta = 4.0 - scratch[j * m + i];
    x[j * m + i] = (d[j * m + i] - x[(j - 1) * m + i]) / beta;
  }
  for (int j = n - 2; j >= 0; --j) x[j * m + i] -= scratch[(j + 1) * m + i] * x[(j + 1) * m + i];
}
