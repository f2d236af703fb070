// Each warp goes through the rounds of its own row, and nobody has to wait.
extern "C" __global__ void rounds(float* out, const float* in, unsigned count) {
  float a = in[threadIdx.x];
#pragma unroll 16
  for (unsigned k = 0; k < count; ++k)
    a = a * 0.5f + 1.0f;
  out[threadIdx.x] = a;
}
