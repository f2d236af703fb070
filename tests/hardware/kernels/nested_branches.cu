// run: --kernel k --grid 6 --block 192 --arg out:i32[1152]=zero --arg in:i32[1152]=random:10%1000 --arg aux:i32[1152]=random:11%50
__global__ void k(int* out, const int* in, const int* aux) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = in[i], y = 0;
  if (x > 500) {
    if (x & 1) {
      for (int j = 0; j < (x & 15); ++j) y += aux[(i + j * 7) % 1152];
    } else {
      y = aux[(i * 3) % 1152] * x;
    }
  } else if (x > 250) {
    y = aux[i] - x;
  } else {
    while (x > 3) {
      x = x / 2 + aux[x] % 2;
      ++y;
    }
  }
  out[i] = y;
}
