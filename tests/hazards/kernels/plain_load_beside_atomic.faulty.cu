// Faulty: a plain load reads a word to which other blocks add atomically.
extern "C" __global__ void k(int* seen, int* total) {
  if (threadIdx.x != 0) return;
  atomicAdd(total, 1);  // <1>
  seen[blockIdx.x] = *total;  // <2>
}
