// Faulty: a spin lock without fences does not order what it guards.
extern "C" __global__ void k(int* lock, int* total) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {}
  total[0] += 1;  // <1> <2>
  atomicExch(lock, 0);
}
