// run: --kernel root --grid 2 --block 128 --arg out:f64[256]=zero --arg rounds:u16[256]=zero --arg in:f64[256]=random:126
__global__ void root(double* out, unsigned short* rounds, const double* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double a = in[i] * 1e6, x = a, old;
  int n = 0;
  do {
    old = x;
    x = 0.5 * (x + a / x);
    ++n;
  } while (fabs(x - old) > 1e-9 * x && n < 100);
  out[i] = x;
  rounds[i] = n;
}
