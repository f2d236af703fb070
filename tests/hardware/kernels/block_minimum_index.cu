// run: --kernel k --grid 3 --block 160 --arg at:i32[3]=zero --arg value:f32[3]=zero --arg in:f32[1500]=random:268
__global__ void k(int* at, float* value, const float* in) {
  __shared__ float v[160];
  __shared__ int p[160];
  int t = threadIdx.x;
  v[t] = 2.0f;
  for (int i = t; i < 500; i += 160)
    if (in[blockIdx.x * 500 + i] < v[t]) v[t] = in[blockIdx.x * 500 + i], p[t] = i;
  for (int n = 160; n > 1;) {
    __syncthreads();
    int half = (n + 1) / 2;
    if (t < n / 2 && v[t + half] < v[t]) v[t] = v[t + half], p[t] = p[t + half];
    n = half;
  }
  if (t == 0) at[blockIdx.x] = p[0], value[blockIdx.x] = v[0];
}
