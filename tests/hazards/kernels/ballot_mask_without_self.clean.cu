// Clean: the mask names all lanes.
extern "C" __global__ void k(unsigned* out, const int* in) {
  int t = threadIdx.x;
  out[t] = __ballot_sync(0xffffffffu, in[t] > 8);
}
