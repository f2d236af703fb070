// Clean: a barrier stands between storing and loading.
extern "C" __global__ void k(int* out, int* work) {
  int t = threadIdx.x;
  work[t] = t;
  __syncthreads();
  out[t] = work[63 - t];
}
