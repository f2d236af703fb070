// Clean: thread 0 sets it before.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int length;
  int t = threadIdx.x;
  if (t == 0) length = 0;
  __syncthreads();
  if (in[t] % 2 == 1) atomicAdd(&length, 1);
  __syncthreads();
  out[t] = length;
}
