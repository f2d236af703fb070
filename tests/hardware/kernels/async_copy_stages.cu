// run: --kernel k --grid 2 --block 64 --arg out:f32[128]=zero --arg in:f32[4096]=random:205
#include <cuda_pipeline.h>
__global__ void k(float* out, const float* in) {
  __shared__ __align__(16) float stage[2][256];
  const float* mine = in + blockIdx.x * 2048;
  int t = threadIdx.x;
  __pipeline_memcpy_async(&stage[0][t * 4], mine + t * 4, 16);
  __pipeline_commit();
  float sum = 0;
  for (int k = 0; k < 8; ++k) {
    if (k + 1 < 8) __pipeline_memcpy_async(&stage[(k + 1) & 1][t * 4], mine + (k + 1) * 256 + t * 4, 16);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    for (int j = 0; j < 4; ++j) sum += stage[k & 1][j * 64 + (t ^ k)];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}
