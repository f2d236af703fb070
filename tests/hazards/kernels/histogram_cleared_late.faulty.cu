// Faulty: warps count into bins that another warp may not have cleared yet.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int bins[64];
  int t = threadIdx.x;
  if (t < 64) bins[t] = 0;  // <1>
  atomicAdd(&bins[in[t] % 64], 1);  // <2>
  __syncthreads();
  if (t < 64) out[t] = bins[t];
}
