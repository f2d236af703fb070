// Faulty: data go to another block behind a fence whose scope is the block.
extern "C" __global__ void k(int* out, int* data, volatile int* flag) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;  // <1>
    __threadfence_block();
    flag[0] = 1;
  } else {
    while (flag[0] == 0) {}
    __threadfence();
    out[0] = data[0];  // <2>
  }
}
