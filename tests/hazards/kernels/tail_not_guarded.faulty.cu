// Faulty: the last block stores behind the end of a buffer that is no multiple of the block.
extern "C" __global__ void k(int* out, const int* in, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = in[i];  // <1>
}
