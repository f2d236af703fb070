// run: --kernel gemv --grid 5 --block 128 --arg y:f32[20]=zero --arg a:f32[1940]=random:105 --arg x:f32[97]=random:106 --arg m:i32=20 --arg n:i32=97
__global__ void gemv(float* y, const float* a, const float* x, int m, int n) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (warp >= m) return;
  float sum = 0;
  for (int c = lane; c < n; c += 32) sum = fmaf(a[warp * n + c], x[c], sum);
  for (int d = 16; d > 0; d >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, d);
  if (lane == 0) y[warp] = sum;
}
