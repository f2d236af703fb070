// Faulty: a shared accumulator is added to before it is set.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int total;
  int t = threadIdx.x;
  __syncthreads();
  atomicAdd(&total, in[t]);  // <1>
  __syncthreads();
  if (t == 0) out[0] = total;
}
