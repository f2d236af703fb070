// run: --kernel k --grid 1 --block 64 --arg out:i32[64]=zero --arg in:f32[64]=random:77
__global__ void k(int* out, const float* in) {
  int i = threadIdx.x;
  float x = in[i] + 0.5f;
  float y = __expf(x) + __logf(x) + __sinf(x) + __fdividef(1.0f, x) + rsqrtf(x) + powf(x, 1.5f) + tanhf(x) + expf(-x) + cosf(x);
  out[i] = (int)(y * 1000.0f);
}
