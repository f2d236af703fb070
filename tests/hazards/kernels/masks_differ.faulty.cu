// Faulty: lanes that meet in one shuffle name different masks.
extern "C" __global__ void k(int* out, const int* in) {
  int t = threadIdx.x, x = in[t];
  unsigned mask = in[t] < 16 ? 0x0000ffffu : 0xffffffffu;
  out[t] = __shfl_xor_sync(mask, x, 1);  // <1>
}
