// Clean: it is set to zero first.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int total;
  int t = threadIdx.x;
  if (t == 0) total = 0;
  __syncthreads();
  atomicAdd(&total, in[t]);
  __syncthreads();
  if (t == 0) out[0] = total;
}
