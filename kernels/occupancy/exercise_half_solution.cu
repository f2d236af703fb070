// Only the first half of the numbers has to wait. When one of the second half comes, its mirror
// image is there, and their product counts twice.
constexpr unsigned kValues = 48, kThreads = 256, kWaiting = kValues / 2;

extern "C" __global__ void mirror(float* out, const float* in, unsigned n) {
  __shared__ float s[kWaiting][kThreads];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  if (i >= n)
    return;
#pragma unroll 2
  for (unsigned k = 0; k < kWaiting; ++k)
    s[k][t] = in[k * n + i];

  float sum = 0.0f;
#pragma unroll 2
  for (unsigned k = kWaiting; k < kValues; ++k)
    sum += 2.0f * in[k * n + i] * s[kValues - 1 - k][t];
  out[i] = sum;
}
