// Faulty: the consumer loads the data before it waits for the flag.
extern "C" __global__ void k(int* out, int* data, int* flag) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;  // <1>
    __threadfence();
    atomicExch(flag, 1);
  } else {
    int x = data[0];  // <2>
    while (atomicAdd(flag, 0) == 0) {}
    __threadfence();
    out[0] = x;
  }
}
