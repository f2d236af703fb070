// run: --kernel blend --grid 2 --block 64 --arg out:f16[256]=zero --arg a:f16[256]=random:351 --arg b:f16[256]=random:352
// run: --kernel blend --grid 1 --block 96 --arg out:f16[256]=zero --arg a:f16[256]=random:353 --arg b:f16[256]=random:354
#include <cuda_fp16.h>
__global__ void blend(__half2* out, const __half2* a, const __half2* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = __hfma2(a[i], b[i], __hsub2(a[i], b[i]));
}
