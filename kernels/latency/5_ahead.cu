// Four numbers are asked for before the first of them is needed.
__device__ float work(float v) {
  float a = v, b = v + 1.0f, c = v + 2.0f, d = v + 3.0f;
#pragma unroll
  for (int k = 0; k < 15; ++k) {
    a = a * 0.5f + v;
    b = b * 0.5f + v;
    c = c * 0.5f + v;
    d = d * 0.5f + v;
  }
  return (a + b) + (c + d);
}

extern "C" __global__ void sums(float* out, const float* in, unsigned rows) {
  const unsigned i = threadIdx.x, n = blockDim.x;
  float sum = 0.0f;
#pragma unroll 1
  for (unsigned k = 0; k < rows; k += 4) {
    const float p = in[k * n + i], q = in[(k + 1) * n + i];
    const float r = in[(k + 2) * n + i], s = in[(k + 3) * n + i];
    sum += work(p) + work(q);
    sum += work(r) + work(s);
  }
  out[i] = sum;
}
