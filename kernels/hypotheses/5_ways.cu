// The lanes of a warp take so many ways by turns. Each way is the same small piece of work, and
// only those whose way it is execute it.
extern "C" __global__ void go(float* out, const float* in, unsigned n, unsigned ways,
                              unsigned turns, float factor, float shift) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned own = threadIdx.x % ways;
  float value = in[i];
#pragma unroll 1
  for (unsigned way = 0; way < ways; ++way) {
    if (way != own) continue;
#pragma unroll 1
    for (unsigned k = 0; k < turns; ++k) {
      value = factor * value + shift;
    }
  }
  out[i] = value;
}
