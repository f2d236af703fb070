// Faulty: a block reads a cell that another block stores in the same launch.
extern "C" __global__ void k(int* out, int* a) {
  int i = blockIdx.x * 32 + threadIdx.x;
  a[i] = i;  // <1>
  __syncthreads();
  out[i] = a[(i + 1) % 128];  // <2>
}
