// Clean: the mask names those that take it.
extern "C" __global__ void k(int* out, const int* in) {
  int t = threadIdx.x, x = in[t];
  if (x < 16) x = __shfl_xor_sync(0x0000ffffu, x, 1);
  out[t] = x;
}
