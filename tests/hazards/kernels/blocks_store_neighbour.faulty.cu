// Faulty: a block stores the first cell of the next block, which stores it, too.
extern "C" __global__ void k(int* out, int* edge) {
  int t = threadIdx.x, i = blockIdx.x * 32 + t;
  out[i] = i;  // <1>
  if (t == 31) out[i + 1] = -i;  // <2>
}
