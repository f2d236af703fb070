// run: --kernel k --grid 2 --block 64 --arg exponential:f64[128]=zero --arg logarithm:f64[128]=zero --arg power:f64[128]=zero --arg sine:f64[128]=zero --arg root:f64[256]=zero --arg special:f64[256]=zero --arg in:f64[128]=random:204
__global__ void k(double* exponential, double* logarithm, double* power, double* sine, double* root, double* special, const double* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double x = in[i], y = x * 30 - 15;
  exponential[i] = exp(y);
  logarithm[i] = log(x) + log2(x + 1) + log10(x + 2);
  power[i] = pow(x, y);
  sine[i] = sin(y) * cos(y * 1e5) + tan(x);
  root[i] = sqrt(x) + cbrt(y);
  root[i + 128] = rsqrt(x) + hypot(x, y);
  special[i] = erf(x) + tanh(y) + atan2(x, y);
  special[i + 128] = fmod(y, 0.37) + rint(y) + 1.0 / y + __drcp_rn(x) + __dsqrt_rd(x) + __dmul_ru(x, y) + asin(x) + sinh(x);
}
