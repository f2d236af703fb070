// Clean: blocks count themselves atomically.
extern "C" __global__ void k(int* count) {
  if (threadIdx.x == 0) atomicAdd(count, 1);
}
