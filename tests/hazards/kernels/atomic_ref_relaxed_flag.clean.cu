// Clean: it raises it with release order.
#include <cuda/atomic>
extern "C" __global__ void k(int* out, int* data, int* flag) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) {
    *data = 42;
    ready.store(1, cuda::memory_order_release);
  } else {
    while (ready.load(cuda::memory_order_acquire) == 0) {}
    *out = *data;
  }
}
