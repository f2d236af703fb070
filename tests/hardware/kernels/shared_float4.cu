// run: --kernel k --grid 2 --block 64 --arg out:f32[512]=zero --arg in:f32[512]=random:14
__global__ void k(float4* out, const float4* in) {
  __shared__ float4 s[64];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  float4 a = s[(t * 5) % 64], b = s[t / 8];
  out[blockIdx.x * 64 + t] = make_float4(a.x + b.w, a.y + b.z, a.z + b.y, a.w + b.x);
}
