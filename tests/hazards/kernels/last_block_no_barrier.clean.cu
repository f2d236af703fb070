// Clean: a barrier stands between the threads' fences and the count.
extern "C" __global__ void k(int* out, int* part, unsigned* done) {
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  part[i] = i;
  __threadfence();
  __syncthreads();
  if (t == 0 && atomicAdd(done, 1) == gridDim.x - 1) {
    __threadfence();
    int all = 0;
    for (int b = 0; b < gridDim.x * 64; ++b) all += part[b];
    out[0] = all;
  }
}
