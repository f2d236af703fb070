// Clean: it is given back behind that.
#include <cooperative_groups.h>
#include <cuda/pipeline>
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int s[2][64];
  auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int t = threadIdx.x, sum = 0;
  for (int i = 0, next = 0; i < 4; ++i) {
    for (; next < 4 && next < i + 2; ++next) {
      pipe.producer_acquire();
      s[next % 2][t] = in[64 * next + t];
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += s[i % 2][63 - t];
    pipe.consumer_release();
  }
  out[t] = sum;
}
