// Faulty: what a lock guards is read once more behind the unlocking.
extern "C" __global__ void k(int* lock, int* total, int* seen) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {}
  __threadfence();
  total[0] += 1;  // <1>
  __threadfence();
  atomicExch(lock, 0);
  seen[blockIdx.x] = total[0];  // <2>
}
