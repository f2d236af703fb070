// An array for each field: the x of neighbouring points are neighbours, and so are their y and z.
extern "C" __global__ void lengths(float* out, const float* x, const float* y, const float* z,
                                   unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = x[i] * x[i] + y[i] * y[i] + z[i] * z[i];
}
