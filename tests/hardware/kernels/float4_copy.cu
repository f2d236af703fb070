// run: --kernel k --grid 4 --block 128 --arg out:f32[2048]=zero --arg in:f32[2048]=random:5
__global__ void k(float4* out, const float4* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = in[i];
  v.x += v.w;
  v.y *= 3.0f;
  out[i] = v;
}
