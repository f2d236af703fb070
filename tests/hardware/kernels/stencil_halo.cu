// run: --kernel stencil --grid 9 --block 128 --arg out:f32[1100]=zero --arg in:f32[1100]=random:24 --arg n:i32=1100
#define R 3
__global__ void stencil(float* out, const float* in, int n) {
  __shared__ float s[128 + 2 * R];
  int g = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + R;
  s[l] = g < n ? in[g] : 0.0f;
  if (threadIdx.x < R) {
    s[l - R] = g >= R ? in[g - R] : 0.0f;
    s[l + 128] = g + 128 < n ? in[g + 128] : 0.0f;
  }
  __syncthreads();
  float sum = 0.0f;
  for (int j = -R; j <= R; ++j) sum += s[l + j];
  if (g < n) out[g] = sum / (2 * R + 1);
}
