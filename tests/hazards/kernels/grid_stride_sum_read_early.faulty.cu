// Faulty: a sum of doubles by shared atomics is read by thread 0 without a barrier.
extern "C" __global__ void k(double* out, const double* in) {
  __shared__ double sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  for (int i = blockIdx.x * 96 + threadIdx.x; i < 384; i += 192) atomicAdd(&sum, in[i]);  // <1>
  if (threadIdx.x == 0) out[blockIdx.x] = sum;  // <2>
}
