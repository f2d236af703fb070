// Clean: it is cleared first.
extern "C" __global__ void k(int* out, const int* in) {
  extern __shared__ int bins[];
  int t = threadIdx.x;
  if (t < 64) bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[in[t] % 64], 1);
  __syncthreads();
  if (t < 64) out[t] = bins[t];
}
