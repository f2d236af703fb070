// Clean: one thread stores it.
extern "C" __global__ void k(int* out) {
  __shared__ int last;
  int t = threadIdx.x;
  if (t == 63) last = t;
  __syncthreads();
  if (t == 0) out[0] = last;
}
