// Odd lanes go one way, even lanes the other: half of the threads on each.
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

extern "C" __global__ void diverge(float* out, const float* in, unsigned rounds) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  if (threadIdx.x % 2 == 1)
    x = way_a(x, rounds);
  else
    x = way_b(x, rounds);
  out[i] = x;
}
