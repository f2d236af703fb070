// Clean: it fills all.
__device__ __noinline__ void fill(double* values, int n, double x) {
  for (int i = 0; i < n; ++i) values[i] = x * i;
}
extern "C" __global__ void k(double* out, const double* in) {
  double values[4], sum = 0;
  fill(values, 4, in[threadIdx.x]);
  for (int i = 0; i < 4; ++i) sum += values[(i + threadIdx.x) % 4];
  out[threadIdx.x] = sum;
}
