// run: --kernel pairs --grid 4 --block 128 --arg out:f32[512]=zero --arg in:f32[4096]=random:71 --arg stride:u32=6
// run: --kernel pairs --grid 8 --block 64 --arg out:f32[512]=zero --arg in:f32[4096]=random:72 --arg stride:u32=2
__global__ void pairs(float* out, const float* in, unsigned stride) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float2* p = reinterpret_cast<const float2*>(in + i * stride);
  float2 v = *p;
  out[i] = v.x - v.y;
}
