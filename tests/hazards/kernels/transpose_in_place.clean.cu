// Clean: only the block below the diagonal exchanges.
extern "C" __global__ void k(int* data) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x <= y) return;
  int here = data[y * 32 + x], there = data[x * 32 + y];
  data[y * 32 + x] = there;
  data[x * 32 + y] = here;
}
