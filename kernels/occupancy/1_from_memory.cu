// Each number times its mirror image among those of the thread, all added up. Every number is
// fetched when it is needed, twice in all: nothing is kept.
extern "C" __global__ void mirror(float* out, const float* in, unsigned n, unsigned values) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0.0f;
#pragma unroll 1
  for (unsigned k = 0; k < values; ++k)
    sum += in[k * n + i] * in[(values - 1 - k) * n + i];
  out[i] = sum;
}
