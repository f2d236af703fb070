// Faulty: each block takes a lock of its own for what all of them change.
extern "C" __global__ void k(int* lock, int* total) {
  if (threadIdx.x != 0) return;
  int* mine = lock + blockIdx.x;
  while (atomicCAS(mine, 0, 1) != 0) {}
  __threadfence();
  total[0] += 1;  // <1> <2>
  __threadfence();
  atomicExch(mine, 0);
}
