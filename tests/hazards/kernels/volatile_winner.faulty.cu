// Faulty: every thread that finds the value leaves its place in a volatile word: any one may stay.
extern "C" __global__ void k(int* out, const int* in, volatile int* found) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] == 3 && threadIdx.x < 8) *found = i;  // <1> <2>
  out[i] = in[i];
}
