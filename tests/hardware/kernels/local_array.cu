// run: --kernel k --grid 3 --block 64 --arg out:i32[192]=zero --arg in:i32[3072]=random:26%64
__global__ void k(int* out, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int a[16];
  for (int j = 0; j < 16; ++j) a[j] = in[i * 16 + j];
  for (int j = 1; j < 16; ++j) {
    int x = a[j], p = j;
    while (p > 0 && a[p - 1] > x) {
      a[p] = a[p - 1];
      --p;
    }
    a[p] = x;
  }
  out[i] = a[in[i] & 15] * 64 + a[7];
}
