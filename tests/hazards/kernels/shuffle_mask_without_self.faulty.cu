// Faulty: lanes shuffle with a mask that does not name them.
extern "C" __global__ void k(int* out, const int* in) {
  int t = threadIdx.x, x = in[t];
  out[t] = __shfl_xor_sync(0x0000ffffu, x, 1);  // <1>
}
