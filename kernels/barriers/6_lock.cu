// Every thread wants to add one, and a lock lets in one at a time. The lanes that wait for the lock
// share a warp with the lane that has it. A fence behind the lock, and one before it is given back,
// keep the sum's reads and writes between the two.
extern "C" __global__ void count(unsigned* sum, unsigned* lock) {
  volatile unsigned* const guarded = sum;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *guarded = *guarded + 1;
  __threadfence();
  atomicExch(lock, 0);
}
