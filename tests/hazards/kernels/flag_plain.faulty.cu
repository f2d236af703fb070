// Faulty: a flag between blocks is neither volatile nor atomic.
extern "C" __global__ void k(int* out, int* data, int* flag) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    __threadfence();
    flag[0] = 1;  // <1>
  } else {
    while (flag[0] == 0) __threadfence();  // <2>
    __threadfence();
    out[0] = data[0];
  }
}
