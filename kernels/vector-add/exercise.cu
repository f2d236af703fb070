// The grid is fixed now: a few blocks, whatever the size. Every thread adds one element, so most of
// the elements are never added. Let each thread go on until none is left.
extern "C" __global__ void add(float* c, const float* a, const float* b, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}
