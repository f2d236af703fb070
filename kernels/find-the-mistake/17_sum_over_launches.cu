// One launch a step: the host halves the stride, from n / 2 to 1. The sum is in out[0] at the end.
extern "C" __global__ void step(float* out, const float* in, unsigned stride, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < stride)
    out[i] += in[i + stride];
}
