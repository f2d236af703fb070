// run: --kernel nest --grid 2 --block 64 --arg out:i32[128]=zero --arg in:i32[128]=random:441%16
// run: --kernel nest --grid 1 --block 128 --arg out:i32[128]=zero --arg in:i32[128]=random:442%4
__global__ void nest(int* out, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i], r = out[i];
  if (v & 1) {
    if (v & 2) {
      for (int k = 0; k < v; ++k) r += in[(i + k) % 128];
    } else {
      r = in[(i * 5) % 128];
      if (v & 4) r -= in[(i * 3) % 128];
    }
  } else if (v & 8) {
    r = in[127 - i];
  }
  out[i] = r;
}
