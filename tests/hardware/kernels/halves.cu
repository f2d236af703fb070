// run: --kernel k --grid 2 --block 128 --arg out:f16[512]=zero --arg a:f16[512]=random:35 --arg b:f16[512]=random:36
#include <cuda_fp16.h>
__global__ void k(__half2* out, const __half2* a, const __half2* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __half2 x = __hfma2(a[i], b[i], __float2half2_rn(0.125f));
  if (__hgt(__low2half(x), __high2half(x))) x = __lowhigh2highlow(x);
  out[i] = __hadd2(x, a[i]);
}
