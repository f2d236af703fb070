// The weights in constant memory. The host fills them before the launch; no pointer is handed over.
__constant__ float weight[32];

extern "C" __global__ void mix(float* __restrict__ out, const float* __restrict__ in, unsigned n,
                               unsigned channels) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0.0f;
#pragma unroll 1
  for (unsigned k = 0; k < channels; ++k) {
    const float w = weight[k];
    sum += w * in[k * n + i];
  }
  out[i] = sum;
}
