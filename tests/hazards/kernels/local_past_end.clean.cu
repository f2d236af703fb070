// Clean: the index stays within it.
extern "C" __global__ void k(int* out, const int* in) {
  int cells[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  int t = threadIdx.x;
  cells[in[t] % 8] = in[t] % 8;
  out[t] = cells[in[t] % 8];
}
