// run: --kernel window --grid 2 --block 64 --arg out:i32[128]=zero --arg in:i32[256]=random:231%100 --arg step:u32=3
// run: --kernel window --grid 4 --block 32 --arg out:i32[128]=zero --arg in:i32[256]=random:232%100 --arg step:u32=5
__global__ void window(int* out, const int* in, unsigned step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, kept[8];
  for (int k = 0; k < 8; ++k) kept[k] = in[(i + k * 9) % 256];
  int sum = 0;
  for (unsigned k = 0, at = i % 8; k < 8; ++k, at = (at + step) % 8) sum = sum * 3 + kept[at];
  out[i] = sum;
}
