// run: --kernel k --grid 4 --block 128 --arg exponential:f32[512]=zero --arg logarithm:f32[512]=zero --arg sine:f32[512]=zero --arg cosine:f32[512]=zero --arg root:f32[512]=zero --arg quotient:f32[512]=zero --arg power:f32[512]=zero --arg in:f32[512]=random:203
__global__ void k(float* exponential, float* logarithm, float* sine, float* cosine, float* root, float* quotient, float* power, const float* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i] * 6.0f + 0.01f;
  exponential[i] = __expf(x - 3.0f);
  logarithm[i] = __logf(x);
  sine[i] = __sinf(x);
  cosine[i] = __cosf(x);
  root[i] = rsqrtf(x);
  quotient[i] = __fdividef(in[511 - i], x);
  power[i] = __powf(x, 1.7f);
}
