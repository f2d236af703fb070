// Clean: a barrier lies between.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int items[128], length;
  int t = threadIdx.x;
  if (t == 0) length = 0;
  __syncthreads();
  if (in[t] % 2 == 1) items[atomicAdd(&length, 1)] = in[t];
  __syncthreads();
  out[t] = length;
}
