// Each round needs the result of the round before.
extern "C" __global__ void rounds(float* out, const float* in, unsigned count) {
  const unsigned i = threadIdx.x;
  float a = in[i];
#pragma unroll 16
  for (unsigned k = 0; k < count; ++k)
    a = a * 0.5f + 1.0f;
  out[i] = a;
}
