// Clean: it reads a cell of its own block, behind a barrier.
extern "C" __global__ void k(int* out, int* a) {
  int i = blockIdx.x * 32 + threadIdx.x;
  a[i] = i;
  __syncthreads();
  out[i] = a[i ^ 1];
}
