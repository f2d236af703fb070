// run: --kernel fused --grid 2 --block 64 --arg out:f32[256]=zero --arg a:f32[128]=random:341 --arg b:f32[128]=random:342
// run: --kernel fused --grid 4 --block 32 --arg out:f32[256]=zero --arg a:f32[128]=random:343 --arg b:f32[128]=random:344
__global__ void fused(float* out, const float* a, const float* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = __fmaf_rn(a[i], b[i], -a[i]) / b[i];
  out[128 + i] = __fadd_rn(__fmul_rn(a[i], b[i]), -a[i]) * sqrtf(b[i]);
}
