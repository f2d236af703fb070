// Clean: a barrier lies between.
extern "C" __global__ void k(float* out, const float4* in) {
  __shared__ float4 tile[64];
  const float* s = (const float*)tile;
  int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  for (int i = t; i < 256; i += 64) out[i] = s[255 - i];
}
