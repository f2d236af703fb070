// run: --kernel transpose --grid 4,4 --block 16,16 --arg out:f64[4096]=zero --arg in:f64[4096]=random:104
__global__ void transpose(double* out, const double* in) {
  __shared__ double tile[16][16];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * 64 + x];
  __syncthreads();
  out[(blockIdx.x * 16 + threadIdx.y) * 64 + blockIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
