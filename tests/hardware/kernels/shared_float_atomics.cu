// run: --kernel k --grid 3 --block 96 --arg out:f32[24]=zero --arg in:u32[288]=random:61%64
__global__ void k(float* out, const unsigned* in) {
  __shared__ float s[8];
  int t = threadIdx.x;
  if (t < 8) s[t] = 0.0f;
  __syncthreads();
  unsigned x = in[blockIdx.x * 96 + t];
  atomicAdd(&s[x % 8], (float)x);
  __syncthreads();
  if (t < 8) out[blockIdx.x * 8 + t] = s[t];
}
