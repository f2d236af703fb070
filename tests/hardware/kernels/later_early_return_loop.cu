// run: --kernel walk --grid 2 --block 64 --arg out:i32[128]=zero --arg next:i32[128]=random:311%128
// run: --kernel walk --grid 1 --block 100 --arg out:i32[128]=zero --arg next:i32[128]=random:312%50
__global__ void walk(int* out, const int* next) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, at = i;
  for (int k = 0; k < 12; ++k) {
    at = next[at];
    if (at % 5 == 0) {
      out[i] = -at - k;
      return;
    }
    if (at % 7 == 0) break;
  }
  out[i] = at;
}
