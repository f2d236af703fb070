// Three kinds of divergence in a row: by position in the block, by parity, by trip count.
extern "C" __global__ void foo_kernel(int* a, int* b) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 40 || threadIdx.x >= 104)
    b[i] = a[i] + 1;
  if (i % 2 == 0)
    a[i] = b[i] * 2;
#pragma unroll 1
  for (unsigned j = 0; j < 5 - i % 3; ++j)
    b[i] += j;
}
