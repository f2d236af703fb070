// run: --kernel k --grid 3 --block 96 --arg out:i32[288]=zero --arg in:i32[1024]=random:309%100
__global__ void k(int* out, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
  if (x > 30) {
    if (x > 80) {
      out[i] = in[i + 512];
      return;
    }
    x += in[(i * 5) & 1023];
    if (x % 3 == 0) return;
  }
  int y = in[(x + i) & 1023];
  if (y < 50) x -= in[y];
  out[i] = x + in[(i + 1) & 1023];
}
