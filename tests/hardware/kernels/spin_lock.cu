// run: --kernel k --grid 4 --block 64 --arg lock:i32[1]=zero --arg total:i32[2]=zero
__global__ void k(int* lock, int* total) {
  for (int i = 0; i < 32; ++i)
    if (threadIdx.x % 32 == i) {
      while (atomicCAS(lock, 0, 1) != 0) {}
      __threadfence();
      volatile int* t = total;
      t[0] = t[0] + 1;
      t[1] = t[1] + (int)threadIdx.x;
      __threadfence();
      atomicExch(lock, 0);
    }
}
