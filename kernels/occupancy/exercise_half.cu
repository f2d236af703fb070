// All numbers are put into shared memory, and then each meets its mirror image. There is a block of
// 256 threads at most.
constexpr unsigned kValues = 48, kThreads = 256;

extern "C" __global__ void mirror(float* out, const float* in, unsigned n) {
  __shared__ float s[kValues][kThreads];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  if (i >= n)
    return;
  for (unsigned k = 0; k < kValues; ++k)
    s[k][t] = in[k * n + i];

  float sum = 0.0f;
  for (unsigned k = 0; k < kValues; ++k)
    sum += s[k][t] * s[kValues - 1 - k][t];
  out[i] = sum;
}
