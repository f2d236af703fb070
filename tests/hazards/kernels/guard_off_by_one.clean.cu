// Clean: it ends before it.
extern "C" __global__ void k(int* out, const int* in, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i < n) out[i] = in[i];
}
