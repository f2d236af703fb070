// Clean: all cells are set.
extern "C" __global__ void k(int* out, const int* in, int n) {
  int cells[8];
  for (int i = 0; i <= n; ++i) cells[i] = 2 * i;
  int t = threadIdx.x;
  out[t] = cells[in[t] % 8] + 1;
}
