// Clean: a barrier lies between.
extern "C" __global__ void k(double* out, const double* in) {
  __shared__ double sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  for (int i = blockIdx.x * 96 + threadIdx.x; i < 384; i += 192) atomicAdd(&sum, in[i]);
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
