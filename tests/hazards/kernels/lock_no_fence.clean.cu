// Clean: a fence follows the locking and stands before the unlocking.
extern "C" __global__ void k(int* lock, int* total) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {}
  __threadfence();
  total[0] += 1;
  __threadfence();
  atomicExch(lock, 0);
}
