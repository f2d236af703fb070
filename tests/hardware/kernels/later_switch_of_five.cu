// run: --kernel choose --grid 2 --block 128 --arg out:i32[256]=zero --arg in:i32[256]=random:101%5
// run: --kernel choose --grid 4 --block 50 --arg out:i32[256]=zero --arg in:i32[256]=random:102%3
__global__ void choose(int* out, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i], r = i;
  switch (v) {
    case 0: r = r * 3 + 1; break;
    case 1: for (int k = 0; k < 4; ++k) r ^= out[(i + k) % 8] + k; break;
    case 2: r = -r; break;
    case 3: r = r / 7; break;
    default: r = r % 11 - 4;
  }
  if (i >= 8) out[i] = r;
}
