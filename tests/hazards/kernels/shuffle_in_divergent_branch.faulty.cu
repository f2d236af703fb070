// Faulty: a shuffle's mask names lanes that do not take its branch.
extern "C" __global__ void k(int* out, const int* in) {
  int t = threadIdx.x, x = in[t];
  if (x < 16) x = __shfl_xor_sync(0xffffffffu, x, 1);  // <1>
  out[t] = x;
}
