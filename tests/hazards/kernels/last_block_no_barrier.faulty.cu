// Faulty: a block is counted before all its threads have stored, though each has its fence.
extern "C" __global__ void k(int* out, int* part, unsigned* done) {
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  part[i] = i;  // <1>
  __threadfence();
  if (t == 0 && atomicAdd(done, 1) == gridDim.x - 1) {
    __threadfence();
    int all = 0;
    for (int b = 0; b < gridDim.x * 64; ++b) all += part[b];  // <2>
    out[0] = all;
  }
}
