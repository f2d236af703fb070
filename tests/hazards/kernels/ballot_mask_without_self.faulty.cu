// Faulty: lanes vote with a mask that does not name them.
extern "C" __global__ void k(unsigned* out, const int* in) {
  int t = threadIdx.x;
  out[t] = __ballot_sync(0x00ff00ffu, in[t] > 8);  // <1>
}
