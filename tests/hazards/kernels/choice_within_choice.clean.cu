// Clean: it takes the cell that it has stored itself.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t] + 7;
  int taken = t < 32 ? (t == 8 ? s[8] * 5 : 1) : 2;
  out[t] = taken;
}
