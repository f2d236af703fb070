// Faulty: blocks pass a turn on by a volatile word, with no fences around what they do in it.
extern "C" __global__ void k(int* out, volatile int* turn) {
  if (threadIdx.x != 0) return;
  while (*turn < (int)blockIdx.x) {
  }
  atomicAdd(out, 1);
  *turn = blockIdx.x + 1;  // <1> <2>
}
