// Faulty: threads count up the length of a shared queue that nobody has set to zero.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int length;
  int t = threadIdx.x;
  __syncthreads();
  if (in[t] % 2 == 1) atomicAdd(&length, 1);  // <1>
  __syncthreads();
  out[t] = length;  // <2>
}
