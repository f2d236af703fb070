// Faulty: the fence stands behind the counter instead of before it.
extern "C" __global__ void k(int* out, int* part, unsigned* done) {
  if (threadIdx.x == 0) {
    part[blockIdx.x] = blockIdx.x + 1;  // <1>
    unsigned before = atomicAdd(done, 1);
    __threadfence();
    if (before == gridDim.x - 1) {
      int all = 0;
      for (int b = 0; b < gridDim.x; ++b) all += part[b];  // <2>
      out[0] = all;
    }
  }
}
