// Clean: a barrier lies between.
#include <cuda_fp16.h>
extern "C" __global__ void k(float* out, const float* in) {
  __shared__ __half s[96];
  int t = threadIdx.x;
  s[t] = __float2half(in[t]);
  __syncthreads();
  out[t] = __half2float(s[(t + 40) % 96]);
}
