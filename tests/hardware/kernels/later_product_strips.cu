// run: --kernel product --grid 2,2 --block 16,8 --arg c:f32[1024]=zero --arg a:f32[1024]=random:251 --arg b:f32[1024]=random:252
// run: --kernel product --grid 1,4 --block 32,8 --arg c:f32[1024]=zero --arg a:f32[1024]=random:253 --arg b:f32[1024]=random:254
__global__ void product(float* c, const float* a, const float* b) {
  __shared__ float strip[8][32];
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  if (y < 32)
    for (int k = threadIdx.x; k < 32; k += blockDim.x) strip[threadIdx.y][k] = a[y * 32 + k];
  __syncthreads();
  if (x < 32 && y < 32) {
    for (int k = 0; k < 32; ++k) sum += strip[threadIdx.y][k] * b[k * 32 + x];
    c[y * 32 + x] = sum;
  }
}
