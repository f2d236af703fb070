// run: --kernel k --grid 4 --block 128 --arg out:f32[512]=zero --arg in:f32[512]=random:27 --arg op:i32[512]=random:28%9
__global__ void k(float* out, const float* in, const int* op) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  switch (op[i]) {
    case 0: x = x + 1.0f; break;
    case 1: x = x * in[(i + 1) % 512]; break;
    case 2: x = in[i / 2] - x; break;
    case 3: for (int j = 0; j < 5; ++j) x = x * 0.5f + in[j]; break;
    case 4: x = -x; break;
    case 5: x = in[511 - i] / (x + 1.0f);
    case 6: x += 3.0f; break;
    case 7: x = sqrtf(x); break;
    default: x = 0.25f;
  }
  out[i] = x;
}
