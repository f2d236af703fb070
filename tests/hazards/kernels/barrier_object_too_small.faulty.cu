// Faulty: a cuda::barrier waits for fewer threads than store what is then read.
#include <cuda/barrier>
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t == 0) init(&bar, 96);
  __syncthreads();
  s[t] = in[t];  // <1>
  bar.arrive_and_wait();
  out[t] = s[127 - t];  // <2>
}
