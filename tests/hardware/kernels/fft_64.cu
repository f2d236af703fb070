// run: --kernel fft --grid 4 --block 32 --arg re:f32[256]=random:117 --arg im:f32[256]=zero
__global__ void fft(float* re, float* im) {
  __shared__ float2 s[64];
  int t = threadIdx.x, base = blockIdx.x * 64;
  for (int i = t; i < 64; i += 32) s[__brev(i) >> 26] = make_float2(re[base + i], im[base + i]);
  for (int half = 1; half < 64; half *= 2) {
    __syncthreads();
    int k = t % half, a = (t / half) * 2 * half + k, b = a + half;
    float c, d;
    sincosf(-3.14159265f * k / half, &d, &c);
    float2 u = s[a], v = s[b];
    float2 w = make_float2(v.x * c - v.y * d, v.x * d + v.y * c);
    s[a] = make_float2(u.x + w.x, u.y + w.y);
    s[b] = make_float2(u.x - w.x, u.y - w.y);
  }
  __syncthreads();
  for (int i = t; i < 64; i += 32) re[base + i] = s[i].x, im[base + i] = s[i].y;
}
