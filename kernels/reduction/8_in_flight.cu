// Each thread asks for four float4 before it adds the first one: enough bytes are on their way to
// keep the memory busy. The few elements behind the last float4 are taken on the way in.
__device__ float sum_of_warp(float sum) {
  for (unsigned k = 16; k > 0; k /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, k);
  return sum;
}

extern "C" __global__ void reduce(float* out, const float* in, unsigned n) {
  __shared__ float s[32];
  const unsigned t = threadIdx.x;
  const unsigned first = blockIdx.x * blockDim.x + t;
  const unsigned threads = gridDim.x * blockDim.x;
  const float4* const fours = reinterpret_cast<const float4*>(in);
  const float4 zero = {};
  float sum = first < n % 4 ? in[n - 1 - first] : 0.0f;
  for (unsigned i = first; i < n / 4; i += 4 * threads) {
    float4 v[4];
    for (unsigned k = 0; k < 4; ++k)
      v[k] = i + k * threads < n / 4 ? fours[i + k * threads] : zero;
    for (unsigned k = 0; k < 4; ++k)
      sum += (v[k].x + v[k].y) + (v[k].z + v[k].w);
  }

  sum = sum_of_warp(sum);
  if (t % 32 == 0)
    s[t / 32] = sum;
  __syncthreads();

  if (t < 32) {
    sum = sum_of_warp(t < blockDim.x / 32 ? s[t] : 0.0f);
    if (t == 0)
      atomicAdd(out, sum);
  }
}
