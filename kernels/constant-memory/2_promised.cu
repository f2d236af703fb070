// The same, with a promise: nobody writes what the threads read. Loads may take the read-only path.
extern "C" __global__ void mix(float* __restrict__ out, const float* __restrict__ in,
                               const float* __restrict__ weight, unsigned n, unsigned channels) {
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
