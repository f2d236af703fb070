// run: --kernel k --grid 4 --block 128 --arg natural:f32[512]=zero --arg power:f32[512]=zero --arg minus:f32[512]=zero --arg sigmoid:f32[512]=zero --arg hyperbolic:f32[512]=zero --arg in:f32[512]=random:202
__global__ void k(float* natural, float* power, float* minus, float* sigmoid, float* hyperbolic, const float* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i] * 12.0f - 6.0f;
  natural[i] = expf(x);
  power[i] = powf(in[i] + 0.1f, x);
  minus[i] = expm1f(x);
  sigmoid[i] = 1.0f / (1.0f + expf(-x));
  hyperbolic[i] = tanhf(x);
}
