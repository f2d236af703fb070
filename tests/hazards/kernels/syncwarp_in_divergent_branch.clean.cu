// Clean: the mask names those that take it.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  if (in[t] < 16) {
    __syncwarp(0x0000ffffu);
    out[t] = s[15 - t];
  }
  out[t] += in[t];
}
