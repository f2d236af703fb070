// Clean: a barrier of the block stands before the arrival.
extern "C" __global__ void k(int* out, int* a, int* count) {
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  a[i] = i;
  __syncthreads();
  if (t == 0) {
    __threadfence();
    atomicAdd(count, 1);
    while (atomicAdd(count, 0) < 2) {}
    __threadfence();
  }
  __syncthreads();
  out[i] = a[(i + 64) % 128];
}
