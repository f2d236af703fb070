// run: --kernel k --grid 2 --block 64 --arg out:i32[128]=zero --arg in:i32[128]=random:66 --arg n:i32=24
__global__ void k(int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int a[32];
  for (int j = 0; j < n; ++j) a[(j * 5 + in[i]) & 31] = in[(i + j) & 127] ^ j;
  int sum = 0;
  for (int j = 0; j < n; ++j) sum += a[(j * 5 + in[i]) & 31] * j;
  out[i] = sum;
}
