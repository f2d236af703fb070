// run: --kernel k --grid 4 --block 128 --symbol mask:f32[9]=random:30 --arg out:f32[512]=zero --arg in:f32[512]=random:31 --arg pick:u8[512]=random:32%9
__constant__ float mask[9];
__global__ void k(float* out, const float* in, const unsigned char* pick) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int j = 0; j < 9; ++j) {
    int p = i + j - 4;
    if (p >= 0 && p < 512) sum += in[p] * mask[j];
  }
  out[i] = sum + mask[pick[i]];
}
