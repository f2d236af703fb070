// run: --kernel smooth --grid 4 --block 128 --arg out:f32[512]=zero --arg in:f32[512]=random:211
// run: --kernel smooth --grid 8 --block 64 --arg out:f32[512]=zero --arg in:f32[512]=random:212
__global__ void smooth(float* out, const float* in) {
  __shared__ float tile[134];
  int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x + 3;
  tile[t] = in[i];
  if (threadIdx.x < 3) {
    tile[threadIdx.x] = i >= 3 ? in[i - 3] : 0;
    int right = i + blockDim.x;
    tile[t + blockDim.x] = right < n ? in[right] : 0;
  }
  __syncthreads();
  float sum = 0;
  for (int k = -3; k <= 3; ++k) sum += tile[t + k] * (4 - (k < 0 ? -k : k));
  out[i] = sum / 16;
}
