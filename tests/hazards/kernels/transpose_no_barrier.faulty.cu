// Faulty: a transposed tile is read before all warps have stored their rows.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int tile[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 16 + x];  // <1>
  out[y * 16 + x] = tile[x][y];  // <2>
}
