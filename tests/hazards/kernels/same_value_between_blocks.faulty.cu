// Faulty: several blocks store the same value to one word.
extern "C" __global__ void k(int* found, const int* in) {
  int i = blockIdx.x * 32 + threadIdx.x;
  if (in[i] % 32 == 31) found[0] = 1;  // <1> <2>
}
