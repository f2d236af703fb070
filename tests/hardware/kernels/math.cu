// run: --kernel k --grid 2 --block 128 --arg out:f32[256]=zero --arg in:f32[256]=random:37 --arg d:f64[256]=random:38
__global__ void k(float* out, const float* in, double* d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i] * 20.0f - 10.0f;
  out[i] = truncf(x) + floorf(x * 0.3f) + rintf(x) + fmodf(x, 1.75f) + (float)(int)x + __int_as_float(0x3f800000 | (i & 7));
  d[i] = fma(d[i], 3.0, floor(d[i] * 100.0)) / sqrt(d[i] + 1.0);
}
