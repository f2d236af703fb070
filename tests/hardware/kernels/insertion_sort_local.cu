// run: --kernel k --grid 2 --block 48 --arg v:i32[1152]=random:211%100
__global__ void k(int* v) {
  int a[12], base = (blockIdx.x * blockDim.x + threadIdx.x) * 12;
  for (int j = 0; j < 12; ++j) a[j] = v[base + j];
  for (int j = 1; j < 12; ++j) {
    int x = a[j], h = j - 1;
    while (h >= 0 && a[h] > x) {
      a[h + 1] = a[h];
      --h;
    }
    a[h + 1] = x;
  }
  for (int j = 0; j < 12; ++j) v[base + j] = a[j];
}
