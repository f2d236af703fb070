// run: --kernel softmax --grid 6 --block 64 --arg out:f32[600]=zero --arg in:f32[600]=random:266 --arg n:i32=100
__global__ void softmax(float* out, const float* in, int n) {
  __shared__ float s[64];
  const float* row = in + blockIdx.x * n;
  int t = threadIdx.x;
  float most = -1e30f, sum = 0;
  for (int c = t; c < n; c += 64) most = fmaxf(most, row[c] * 10.0f);
  s[t] = most;
  __syncthreads();
  for (int d = 32; d > 0; d /= 2) {
    if (t < d) s[t] = fmaxf(s[t], s[t + d]);
    __syncthreads();
  }
  most = s[0];
  __syncthreads();
  for (int c = t; c < n; c += 64) sum += expf(row[c] * 10.0f - most);
  s[t] = sum;
  __syncthreads();
  for (int d = 32; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  for (int c = t; c < n; c += 64) out[blockIdx.x * n + c] = expf(row[c] * 10.0f - most) / s[0];
}
