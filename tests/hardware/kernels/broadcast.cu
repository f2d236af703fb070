// run: --kernel k --grid 4 --block 128 --arg out:f32[512]=zero --arg in:f32[512]=random:15 --arg w:f32[16]=random:16
__global__ void k(float* out, const float* in, const float* w) {
  __shared__ float s[16];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 16) s[threadIdx.x] = w[threadIdx.x];
  __syncthreads();
  float sum = 0.0f;
  for (int j = 0; j < 16; ++j) sum += s[j] * in[(i + j) % 512];
  out[i] = sum;
}
