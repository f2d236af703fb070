// The first launch reads the input, all others what the launch before has written.
extern "C" __global__ void step(float* out, const float* in, unsigned stride, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float* const from = 2 * stride == n ? in : out;
  if (i < stride)
    out[i] = from[i] + from[i + stride];
}
