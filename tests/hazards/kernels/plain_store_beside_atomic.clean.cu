// Clean: it clears another word.
extern "C" __global__ void k(int* total, int* other) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) *other = 0;
  atomicAdd(total, 1);
}
