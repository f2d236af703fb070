// run: --kernel k --grid 3 --block 96 --arg out:i32[288]=zero --arg in:i32[2048]=random:232%100
__global__ void k(int* out, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, found = -1, seen = 0;
  for (int row = 0; row < 6; ++row) {
    for (int col = 0; col < 7; ++col) {
      int x = in[(i * 7 + row * 41 + col) % 2048];
      if (x < 8) continue;
      if (x > 96) goto out_of_here;
      seen += x;
      if (x == 50 + row) break;
    }
    if (seen > 1200) {
      found = row;
      break;
    }
  }
out_of_here:
  out[i] = found * 10000 + seen;
}
