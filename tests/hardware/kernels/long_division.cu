// run: --kernel k --grid 2 --block 96 --arg out:i64[192]=zero --arg a:i64[192]=random:142 --arg b:i32[192]=random:143 --arg c:u64[192]=random:144%1000
__global__ void k(long long* out, const long long* a, const int* b, const unsigned long long* c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  long long x = a[i] * (b[i] | 1) - 5, y = (long long)b[i] + ((i & 1) ? 1ll << 40 : 0) | 1;
  unsigned long long u = (unsigned long long)x, v = c[i] + 1;
  long long r = x / y + x % y + (long long)(u / v) + (long long)(u % v) + x / 1000 + (long long)(u / 60) % 24;
  out[i] = r + b[i] / (int)(v & 127 | 1) - b[i] % 97 + (short)b[i] / (short)(v | 1) + (signed char)b[i] % 7;
}
