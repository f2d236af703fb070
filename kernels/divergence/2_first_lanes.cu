// The same two ways, and the number of the first threads is an argument.
__device__ float way_a(float x, unsigned rounds) {
#pragma unroll 1
  for (unsigned r = 0; r < rounds; ++r)
    x = x * 3.0f + 1.0f;
  return x;
}
__device__ float way_b(float x, unsigned rounds) {
#pragma unroll 1
  for (unsigned r = 0; r < rounds; ++r)
    x = x * 0.5f - 1.0f;
  return x;
}

extern "C" __global__ void diverge(float* out, const float* in, unsigned rounds,
                                   unsigned first) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  if (threadIdx.x < first)
    x = way_a(x, rounds);
  else
    x = way_b(x, rounds);
  out[i] = x;
}
