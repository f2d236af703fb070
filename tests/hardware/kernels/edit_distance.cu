// run: --kernel distance --grid 2 --block 64 --arg out:i32[2]=zero --arg a:u8[128]=random:241%4 --arg b:u8[128]=random:242%4
__global__ void distance(int* out, const unsigned char* a, const unsigned char* b) {
  __shared__ int row[3][65];
  int t = threadIdx.x, n = 64;
  char mine = a[blockIdx.x * 64 + t];
  for (int d = 0; d <= 2 * n; ++d) {
    int* now = row[d % 3];
    const int *last = row[(d + 2) % 3], *older = row[(d + 1) % 3];
    int i = t + 1, j = d - i;
    if (t == 0 && d <= n) now[0] = d;
    if (j == 0) now[i] = i;
    if (j > 0 && j <= n) {
      int change = older[i - 1] + (mine != b[blockIdx.x * 64 + j - 1]);
      now[i] = min(change, min(last[i], last[i - 1]) + 1);
    }
    __syncthreads();
  }
  if (t == 63) out[blockIdx.x] = row[(2 * n) % 3][n];
}
