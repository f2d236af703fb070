// The lanes differ in their numbers, not in their way.
extern "C" __global__ void diverge(float* out, const float* in, unsigned rounds) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float factor = threadIdx.x % 2 == 1 ? 3.0f : 0.5f;
  const float addend = threadIdx.x % 2 == 1 ? 1.0f : -1.0f;
  float x = in[i];
#pragma unroll 1
  for (unsigned r = 0; r < rounds; ++r)
    x = x * factor + addend;
  out[i] = x;
}
