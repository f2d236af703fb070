// Clean: the mask names all lanes.
extern "C" __global__ void k(int* out, const int* in) {
  int t = threadIdx.x, x = in[t];
  out[t] = __shfl_xor_sync(0xffffffffu, x, 1);
}
