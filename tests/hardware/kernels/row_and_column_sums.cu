// run: --kernel k --grid 1 --block 64 --arg rows:f32[64]=zero --arg columns:f32[64]=zero --arg m:f32[4096]=random:67
__global__ void k(float* rows, float* columns, const float* m) {
  int t = threadIdx.x;
  float r = 0.0f, c = 0.0f;
  for (int j = 0; j < 64; ++j) r += m[t * 64 + j];
  for (int j = 0; j < 64; ++j) c += m[j * 64 + t];
  rows[t] = r;
  columns[t] = c;
}
