// Faulty: two warps store different values to one shared word, in no order.
extern "C" __global__ void k(int* out) {
  __shared__ int last;
  int t = threadIdx.x;
  if (t % 32 == 31) last = t;  // <1> <2>
  __syncthreads();
  if (t == 0) out[0] = last;
}
