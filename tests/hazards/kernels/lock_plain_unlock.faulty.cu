// Faulty: a spin lock is unlocked by a plain store.
extern "C" __global__ void k(int* lock, int* total) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {}  // <1>
  __threadfence();
  total[0] += 1;
  __threadfence();
  lock[0] = 0;  // <2>
}
