// run: --kernel k --grid 2 --block 64 --arg out:u16[512]=zero --arg in:f16[256]=random:141
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__global__ void k(unsigned short* out, const half* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  half2 x = reinterpret_cast<const half2*>(in)[i], y = __hfma2(x, x, __float2half2_rn(0.25f));
  half z = __hadd(__low2half(y), __high2half(x));
  if (__hgt(z, __float2half(1.0f))) z = __hdiv(z, __low2half(x));
  half2 m = __hmax2(x, __lowhigh2highlow(y));
  out[i * 4] = __half_as_ushort(z);
  out[i * 4 + 1] = __half_as_ushort(hsqrt(__hsub(__high2half(m), __float2half(0.1f))));
  __nv_bfloat162 b = __floats2bfloat162_rn(__low2float(x) * 100.0f, __high2float(y));
  b = __hfma2(b, b, __float2bfloat162_rn(-3.0f));
  out[i * 4 + 2] = __bfloat16_as_ushort(b.x);
  out[i * 4 + 3] = __bfloat16_as_ushort(__hmul(b.y, __float2bfloat16(__half2float(z)))) + __half2int_rd(z) + (int)(__bfloat162float(b.x) / 16.0f);
}
