// run: --kernel reduce --grid 2 --block 64 --arg x:f32[128]=zero --arg d:f32[128]=random:264
__global__ void reduce(float* x, const float* d) {
  __shared__ float a[64], b[64], c[64], r[64];
  int t = threadIdx.x;
  a[t] = t > 0 ? -1.0f : 0.0f, b[t] = 4.0f, c[t] = t < 63 ? -1.0f : 0.0f, r[t] = d[blockIdx.x * 64 + t];
  __syncthreads();
  for (int s = 1; s < 64; s *= 2) {
    int l = max(t - s, 0), h = min(t + s, 63);
    float k1 = t >= s ? a[t] / b[l] : 0.0f, k2 = t + s < 64 ? c[t] / b[h] : 0.0f;
    float na = -a[l] * k1, nb = b[t] - c[l] * k1 - a[h] * k2, nc = -c[h] * k2, nr = r[t] - r[l] * k1 - r[h] * k2;
    __syncthreads();
    a[t] = na, b[t] = nb, c[t] = nc, r[t] = nr;
    __syncthreads();
  }
  x[blockIdx.x * 64 + t] = r[t] / b[t];
}
