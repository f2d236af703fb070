// run: --kernel k --grid 5 --block 128 --arg out:f32[640]=zero --arg in:f32[640]=random:42 --arg n:i32=600
__global__ void k(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || i % 5 == 2) return;
  float x = in[i];
  if (x < 0.3f) return;
  for (int j = 0; j < 4; ++j) {
    if (x * (j + 1) > 2.5f) break;
    if ((i + j) % 3 == 0) continue;
    x += in[(i + j) % n];
  }
  out[i] = x;
}
