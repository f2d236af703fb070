// Exclusive scan, each for itself: a thread adds up all elements before its own.
extern "C" __global__ void scan(int* out, const int* in, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int sum = 0;
#pragma unroll 1
  for (unsigned k = 0; k < i; ++k)
    sum += in[k];
  out[i] = sum;
}
