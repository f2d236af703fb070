// The same, with the promise that nobody writes to what `in` points to.
extern "C" __global__ void multiples(float* __restrict__ out, const float* __restrict__ in,
                                     unsigned n, unsigned rows) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (unsigned k = 0; k < rows; ++k)
    out[k * n + i] = in[i] * static_cast<float>(k + 1);
}
