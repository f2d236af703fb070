// Faulty: a stencil in place: blocks overwrite the cells that their neighbours still read.
extern "C" __global__ void k(int* b, int* a) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int x = a[i] + a[i + 2];  // <1>
  __syncthreads();
  a[i + 1] = x;  // <2>
}
