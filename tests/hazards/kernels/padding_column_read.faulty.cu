// Faulty: the padding column of a tile is read at the right edge.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int tile[4][33];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[y][x] + tile[y][x + 1];  // <1>
}
