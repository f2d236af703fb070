// run: --kernel k --grid 2 --block 96 --arg out:f32[384]=zero --arg in:f32[384]=random:43
__global__ void k(float2* out, const float2* in) {
  __shared__ float2 s[96 * 2];
  int t = threadIdx.x;
  s[2 * t] = in[blockIdx.x * 96 + t];
  s[2 * t + 1] = make_float2((float)t, 1.0f);
  __syncthreads();
  float2 a = s[(t ^ 1) * 2], b = s[t], c = s[t - t % 4];
  out[blockIdx.x * 96 + t] = make_float2(a.x + b.x + c.y, a.y + b.y + c.x);
}
