// Faulty: blocks count themselves in a volatile word, which makes no increment atomic.
extern "C" __global__ void k(volatile int* count) {
  if (threadIdx.x == 0) *count = *count + 1;  // <1> <2>
}
