// Faulty: a block arrives at the grid's barrier before all its warps have stored.
extern "C" __global__ void k(int* out, int* a, int* count) {
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  a[i] = i;  // <1>
  if (t == 0) {
    __threadfence();
    atomicAdd(count, 1);
    while (atomicAdd(count, 0) < 2) {}
    __threadfence();
  }
  __syncthreads();
  out[i] = a[(i + 64) % 128];  // <2>
}
