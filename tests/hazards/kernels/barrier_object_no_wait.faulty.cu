// Faulty: threads arrive at a cuda::barrier, but read before they wait.
#include <cuda/barrier>
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) init(&bar, 64);
  __syncthreads();
  s[t] = in[t];  // <1>
  auto token = bar.arrive();
  int other = s[63 - t];  // <2>
  bar.wait(static_cast<decltype(token)&&>(token));
  out[t] = other;
}
