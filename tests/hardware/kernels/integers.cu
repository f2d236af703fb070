// run: --kernel k --grid 3 --block 96 --arg out:u64[288]=zero --arg a:u32[288]=random:39 --arg b:i32[288]=random:40 --arg c:i64[288]=random:41
__global__ void k(unsigned long long* out, const unsigned* a, const int* b, const long long* c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned x = a[i];
  int y = b[i];
  long long z = c[i];
  unsigned long long r = __umulhi(x, 12345u) + __popc(x) + __clz(y) + __ffs(y) + __brev(x);
  r += (unsigned long long)(z / ((y | 1))) ^ (unsigned long long)(z % 977) ^ __umul64hi(z, x);
  r ^= (unsigned long long)(y >> (x & 31)) << (x & 63);
  r += __byte_perm(x, (unsigned)y, 0x6420) + __funnelshift_l(x, (unsigned)y, x & 31) + max(y, -5) + min(x, 77u);
  out[i] = r + (unsigned)(short)y + (unsigned)(signed char)x;
}
