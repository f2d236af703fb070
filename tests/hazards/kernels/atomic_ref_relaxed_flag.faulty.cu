// Faulty: a cuda::atomic_ref raises the flag with relaxed order.
#include <cuda/atomic>
extern "C" __global__ void k(int* out, int* data, int* flag) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) {
    *data = 42;  // <1>
    ready.store(1, cuda::memory_order_relaxed);
  } else {
    while (ready.load(cuda::memory_order_acquire) == 0) {}
    *out = *data;  // <2>
  }
}
