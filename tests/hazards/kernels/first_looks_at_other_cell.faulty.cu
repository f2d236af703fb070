// Faulty: the first thread decides by a cell that another warp may not have stored yet.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 2 * in[t];                  // <1>
  bool large = t == 0 && s[40] > 9;  // <2>
  out[t] = large ? 1 : t;
}
