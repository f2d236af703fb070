// run: --kernel k --grid 2 --block 128 --arg out:i32[256]=zero --arg a:i32[256]=random:59 --arg b:i32[256]=random:60
__global__ void k(int* out, const int* a, const int* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = __dp4a(a[i], b[i], 7);
  s = __dp2a_lo(a[i], b[i], s);
  out[i] = __vadd4(s, a[i]) ^ __sad(a[i], b[i], 3u) ^ __mul24(a[i], b[i]) ^ __hadd(a[i], b[i]);
}
