// run: --kernel ahead --grid 2 --block 64 --arg out:f32[1024]=zero --arg in:f32[1024]=random:371
// run: --kernel ahead --grid 1 --block 128 --arg out:f32[1024]=zero --arg in:f32[1024]=random:372
#include <cuda_pipeline.h>
__global__ void ahead(float* out, const float* in) {
  __shared__ alignas(16) float tile[2][512];
  int n = blockDim.x * 4, base = blockIdx.x * n * 2;
  for (int k = 0; k < 2; ++k) {
    __pipeline_memcpy_async(&tile[k][threadIdx.x * 4], &in[base + k * n + threadIdx.x * 4], 16);
    __pipeline_commit();
  }
  for (int k = 0; k < 2; ++k) {
    __pipeline_wait_prior(k == 0 ? 1 : 0);
    __syncthreads();
    for (int j = threadIdx.x; j < n; j += blockDim.x) out[base + k * n + j] = tile[k][n - 1 - j];
  }
}
