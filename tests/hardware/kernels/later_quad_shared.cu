// run: --kernel quads --grid 2 --block 64 --arg out:f32[512]=zero --arg in:f32[512]=random:471 --arg turn:u32=0
// run: --kernel quads --grid 2 --block 64 --arg out:f32[512]=zero --arg in:f32[512]=random:472 --arg turn:u32=13
__global__ void quads(float4* out, const float4* in, unsigned turn) {
  __shared__ float4 tile[64];
  unsigned t = threadIdx.x;
  tile[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  float4 a = tile[(t + turn) % 64], b = tile[t / 2];
  out[blockIdx.x * 64 + t] = make_float4(a.x + b.w, a.y + b.z, a.z + b.y, a.w + b.x);
}
