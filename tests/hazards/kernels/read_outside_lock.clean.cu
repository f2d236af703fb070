// Clean: it is read while the lock is held.
extern "C" __global__ void k(int* lock, int* total, int* seen) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {}
  __threadfence();
  total[0] += 1;
  seen[blockIdx.x] = total[0];
  __threadfence();
  atomicExch(lock, 0);
}
