// A number is read, and its multiples are written.
extern "C" __global__ void multiples(float* out, const float* in, unsigned n, unsigned rows) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (unsigned k = 0; k < rows; ++k)
    out[k * n + i] = in[i] * static_cast<float>(k + 1);
}
