// Clean: the first thread decides by its own cell.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 2 * in[t];
  bool large = t == 0 && s[0] > 9;
  out[t] = large ? 1 : t;
}
