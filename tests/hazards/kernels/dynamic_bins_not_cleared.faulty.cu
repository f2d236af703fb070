// Faulty: a histogram counts in dynamic shared memory that nobody has cleared.
extern "C" __global__ void k(int* out, const int* in) {
  extern __shared__ int bins[];
  int t = threadIdx.x;
  __syncthreads();
  atomicAdd(&bins[in[t] % 64], 1);  // <1>
  __syncthreads();
  if (t < 64) out[t] = bins[t];
}
