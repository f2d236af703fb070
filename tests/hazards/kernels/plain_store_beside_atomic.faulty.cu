// Faulty: a block clears a word by a plain store while other blocks add to it atomically.
extern "C" __global__ void k(int* total, int* other) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) *total = 0;  // <1>
  atomicAdd(total, 1);  // <2>
}
