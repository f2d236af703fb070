// Faulty: bins are read while other warps still count.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int bins[64];
  int t = threadIdx.x;
  if (t < 64) bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[in[t] % 64], 1);  // <1>
  if (t < 64) out[t] = bins[t];  // <2>
}
