// Faulty: halves, two to a word, are read by another warp before they are stored.
#include <cuda_fp16.h>
extern "C" __global__ void k(float* out, const float* in) {
  __shared__ __half s[96];
  int t = threadIdx.x;
  s[t] = __float2half(in[t]);  // <1>
  out[t] = __half2float(s[(t + 40) % 96]);  // <2>
}
