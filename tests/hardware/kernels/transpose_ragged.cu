// run: --kernel transpose --grid 3,2 --block 32,8 --arg out:f32[3500]=zero --arg in:f32[3500]=random:103 --arg rows:i32=50 --arg cols:i32=70
__global__ void transpose(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x;
  for (int j = threadIdx.y; j < 32; j += blockDim.y) {
    int y = blockIdx.y * 32 + j;
    if (x < cols && y < rows) tile[j][threadIdx.x] = in[y * cols + x];
  }
  __syncthreads();
  int tx = blockIdx.y * 32 + threadIdx.x;
  for (int j = threadIdx.y; j < 32; j += blockDim.y) {
    int ty = blockIdx.x * 32 + j;
    if (tx < rows && ty < cols) out[ty * rows + tx] = tile[threadIdx.x][j];
  }
}
