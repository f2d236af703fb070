// Clean: all cells are set.
extern "C" __global__ void k(int* out, const int* in, int n) {
  int t = threadIdx.x;
  int* cells = static_cast<int*>(malloc(8 * sizeof(int)));
  for (int i = 0; i <= n; ++i) cells[i] = i;
  out[t] = cells[in[t] % 8] + 1;
  free(cells);
}
