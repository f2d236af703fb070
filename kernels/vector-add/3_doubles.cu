// The same kernel with numbers of eight bytes, for one size that can be cut into blocks in many ways.
extern "C" __global__ void add(double* c, const double* a, const double* b, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}
