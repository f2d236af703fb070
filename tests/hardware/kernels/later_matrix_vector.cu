// run: --kernel gemv --grid 3 --block 64 --arg y:f32[48]=zero --arg a:f32[2304]=random:401 --arg x:f32[48]=random:402
// run: --kernel gemv --grid 1 --block 48 --arg y:f32[48]=zero --arg a:f32[2304]=random:403 --arg x:f32[48]=random:404
__global__ void gemv(float* y, const float* a, const float* x) {
  __shared__ float part[48];
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = threadIdx.x; k < 48; k += blockDim.x) part[k] = x[k];
  __syncthreads();
  if (row >= 48) return;
  float sum = 0;
  for (int k = 0; k < 48; ++k) sum += a[row * 48 + k] * part[k];
  y[row] = sum;
}
