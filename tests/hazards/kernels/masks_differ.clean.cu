// Clean: all name the same mask.
extern "C" __global__ void k(int* out, const int* in) {
  int t = threadIdx.x, x = in[t];
  unsigned mask = 0xffffffffu;
  out[t] = __shfl_xor_sync(mask, x, 1);
}
