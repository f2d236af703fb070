// Each number is fetched once, and meets all four weights while it is there.
constexpr unsigned kWeights = 4;

extern "C" __global__ void sums(float* out, const float* in, const float* weights, unsigned n) {
  float weight[kWeights], sum[kWeights] = {};
#pragma unroll
  for (unsigned w = 0; w < kWeights; ++w)
    weight[w] = weights[w];
#pragma unroll 4
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) {
    const float v = in[i];
#pragma unroll
    for (unsigned w = 0; w < kWeights; ++w)
      sum[w] += weight[w] * v;
  }
#pragma unroll
  for (unsigned w = 0; w < kWeights; ++w)
    out[w * blockDim.x + threadIdx.x] = sum[w];
}
