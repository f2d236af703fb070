// Clean: a fence stands between data and flag, and behind the wait.
extern "C" __global__ void k(int* out, int* data, volatile int* flag) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    __threadfence();
    flag[0] = 1;
  } else {
    while (flag[0] == 0) {}
    __threadfence();
    out[0] = data[0];
  }
}
