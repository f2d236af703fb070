// run: --kernel matmul --grid 3,2 --block 16,16 --arg c:f32[1536]=zero --arg a:f32[1280]=random:22 --arg b:f32[1920]=random:23 --arg m:i32=32 --arg n:i32=48 --arg k:i32=40
#define T 16
__global__ void matmul(float* c, const float* a, const float* b, int m, int n, int k) {
  __shared__ float as[T][T], bs[T][T];
  int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
  float sum = 0.0f;
  for (int p = 0; p < (k + T - 1) / T; ++p) {
    int ka = p * T + threadIdx.x, kb = p * T + threadIdx.y;
    as[threadIdx.y][threadIdx.x] = row < m && ka < k ? a[row * k + ka] : 0.0f;
    bs[threadIdx.y][threadIdx.x] = col < n && kb < k ? b[kb * n + col] : 0.0f;
    __syncthreads();
    for (int i = 0; i < T; ++i) sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = sum;
}
