// A sum of reciprocal roots.
extern "C" __global__ void roots(float* out, const float* in, unsigned rounds) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = in[i];
  float sum = 0.0f;
#pragma unroll 8
  for (unsigned k = 0; k < rounds; ++k)
    sum += rsqrtf(x + k);
  out[i] = sum;
}
