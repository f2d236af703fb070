// Clean: it loads them behind the wait.
extern "C" __global__ void k(int* out, int* data, int* flag) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    __threadfence();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {}
    __threadfence();
    int x = data[0];
    out[0] = x;
  }
}
