// Faulty: a scatter sends different values of two lanes to one word of global memory.
extern "C" __global__ void k(int* out, const int* in) {
  int t = threadIdx.x;
  out[in[t] / 2] = t;  // <1> <2>
}
