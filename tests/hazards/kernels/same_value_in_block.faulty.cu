// Faulty: threads of two warps store the same value to one word, in no order.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int found;
  int t = threadIdx.x;
  if (t == 0) found = 0;
  __syncthreads();
  if (in[t] >= 31) found = 1;  // <1> <2>
  __syncthreads();
  out[t] = found;
}
