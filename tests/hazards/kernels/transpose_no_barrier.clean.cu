// Clean: a barrier stands between rows and columns.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int tile[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 16 + x];
  __syncthreads();
  out[y * 16 + x] = tile[x][y];
}
