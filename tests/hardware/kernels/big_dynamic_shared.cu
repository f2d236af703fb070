// run: --kernel k --grid 2 --block 128 --shared 102400 --arg out:f32[256]=zero --arg in:f32[25600]=random:313
extern __shared__ float cache[];
__global__ void k(float* out, const float* in) {
  for (int i = threadIdx.x; i < 25600; i += blockDim.x) cache[i] = in[i];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 40; ++i) sum += cache[(threadIdx.x * 197 + i * 631 + blockIdx.x) % 25600];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
