// Clean: each lane has a word of its own.
extern "C" __global__ void k(int* out, const int* in) {
  int t = threadIdx.x;
  out[in[t] ^ 1] = t;
}
