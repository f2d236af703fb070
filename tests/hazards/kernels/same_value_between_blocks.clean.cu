// Clean: one block stores it.
extern "C" __global__ void k(int* found, const int* in) {
  int i = blockIdx.x * 32 + threadIdx.x;
  if (in[i] == 31) found[0] = 1;
}
