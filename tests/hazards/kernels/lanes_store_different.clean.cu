// Clean: one lane stores.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int last;
  int t = threadIdx.x;
  if (t == 31) last = in[t];
  __syncwarp();
  if (t == 0) out[0] = last;
}
