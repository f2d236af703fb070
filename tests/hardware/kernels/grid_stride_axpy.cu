// run: --kernel axpy --grid 3 --block 96 --arg y:f64[1000]=random:101 --arg x:f64[3000]=random:102 --arg a:f64=-1.75 --arg n:i32=1000 --arg step:i32=3
__global__ void axpy(double* __restrict__ y, const double* __restrict__ x, double a, int n, int step) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    y[i] = a * x[i * step] + y[i];
}
