// run: --kernel k --grid 3,3 --block 16,16 --symbol filter:f32[25]=random:68 --arg out:f32[1600]=zero --arg in:f32[1600]=random:69 --arg n:i32=40
__constant__ float filter[25];
__global__ void k(float* out, const float* in, int n) {
  __shared__ float s[20][20];
  int ox = blockIdx.x * 16, oy = blockIdx.y * 16;
  for (int i = threadIdx.y * 16 + threadIdx.x; i < 400; i += 256) {
    int x = ox + i % 20 - 2, y = oy + i / 20 - 2;
    s[i / 20][i % 20] = x >= 0 && x < n && y >= 0 && y < n ? in[y * n + x] : 0.0f;
  }
  __syncthreads();
  int x = ox + threadIdx.x, y = oy + threadIdx.y;
  if (x >= n || y >= n) return;
  float sum = 0.0f;
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 5; ++i) sum += filter[j * 5 + i] * s[threadIdx.y + j][threadIdx.x + i];
  out[y * n + x] = sum;
}
