// Clean: they wait, then read.
#include <cuda/barrier>
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) init(&bar, 64);
  __syncthreads();
  s[t] = in[t];
  auto token = bar.arrive();
  bar.wait(static_cast<decltype(token)&&>(token));
  int other = s[63 - t];
  out[t] = other;
}
