// run: --kernel rotate --grid 2,3 --block 16,16 --arg out:f32[1536]=zero --arg in:f32[1536]=random:41 --arg w:u32=32 --arg h:u32=48
// run: --kernel rotate --grid 3,3 --block 16,16 --arg out:f32[1536]=zero --arg in:f32[1536]=random:42 --arg w:u32=44 --arg h:u32=34
__global__ void rotate(float* out, const float* in, unsigned w, unsigned h) {
  __shared__ float tile[16][18];
  unsigned x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = x < w && y < h ? in[y * w + x] : 0;
  __syncthreads();
  unsigned u = blockIdx.y * 16 + threadIdx.x, v = blockIdx.x * 16 + threadIdx.y;
  if (u < h && v < w) out[(w - 1 - v) * h + u] = tile[threadIdx.x][threadIdx.y];
}
