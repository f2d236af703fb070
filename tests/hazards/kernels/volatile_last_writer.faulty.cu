// Faulty: each warp stores its number to one volatile word, in no order.
extern "C" __global__ void k(int* out) {
  __shared__ volatile int last;
  int t = threadIdx.x;
  if (t % 32 == 0) last = t / 32;  // <1> <2>
  __syncthreads();
  out[t] = last * 0 + t;
}
