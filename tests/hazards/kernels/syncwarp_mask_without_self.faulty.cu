// Faulty: lanes execute __syncwarp with a mask that does not name them.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp(0x0000ffffu);  // <1>
  out[t] = s[31 - t];
}
