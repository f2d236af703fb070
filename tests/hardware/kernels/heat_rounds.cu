// run: --kernel heat --grid 2 --block 200 --shared 1616 --arg u:f32[400]=random:251 --arg rounds:i32=20
extern __shared__ float bar[];
__global__ void heat(float* u, int rounds) {
  int t = threadIdx.x, n = blockDim.x;
  float *now = bar, *next = bar + n + 2;
  now[t + 1] = u[blockIdx.x * n + t];
  if (t == 0) now[0] = next[0] = 1.0f, now[n + 1] = next[n + 1] = 0.0f;
  __syncthreads();
  for (int r = 0; r < rounds; ++r) {
    next[t + 1] = now[t + 1] + 0.2f * (now[t] - 2 * now[t + 1] + now[t + 2]);
    __syncthreads();
    float* other = now;
    now = next;
    next = other;
  }
  u[blockIdx.x * n + t] = now[t + 1];
}
