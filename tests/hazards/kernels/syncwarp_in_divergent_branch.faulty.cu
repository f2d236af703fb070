// Faulty: the mask of __syncwarp names lanes that do not take its branch.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  if (in[t] < 16) {
    __syncwarp(0xffffffffu);  // <1>
    out[t] = s[15 - t];
  }
  out[t] += in[t];
}
