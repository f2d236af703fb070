// Faulty: of the threads that may choose, one takes a cell that another warp stores.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t] + 7;                                   // <1>
  int taken = t < 32 ? (t == 8 ? s[40] * 5 : 1) : 2;  // <2>
  out[t] = taken;
}
