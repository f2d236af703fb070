// run: --kernel k --grid 2 --block 96 --arg out:u64[192]=zero --arg a:u32[192]=random:129 --arg b:u32[192]=random:130 --arg w:u64[192]=random:131
__global__ void k(unsigned long long* out, const unsigned* a, const unsigned* b, const unsigned long long* w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned x = a[i], y = b[i];
  unsigned long long z = w[i] ^ ((unsigned long long)y << 32);
  unsigned long long r = __popc(x) + 31 * __clz(y) + 1000 * __ffs(x & y) + __popcll(z) + 77 * __clzll(z >> (x & 63)) + 99 * __ffsll(z << 7);
  r = r * 1000003 + __brev(x) + __brevll(z) + __byte_perm(x, y, 0x6152) + __byte_perm(x, y, x & 0x7777);
  r ^= ((unsigned long long)__funnelshift_l(x, y, y) << 32) | __funnelshift_rc(x, y, x & 63);
  r += __dp4a((int)x, (int)y, (int)r) + __dp4a(x, y, 5u) + __dp2a_lo((int)x, (int)y, 9) + __dp2a_hi(x, y, 9u);
  r ^= __umulhi(x, y) + (unsigned long long)__mulhi((int)x, (int)y) + __umul24(x, y) + (unsigned)__mul24((int)x, (int)y);
  r += __sad((int)x, (int)y, 3u) + __usad(x, y, 4u) + __hadd((int)x, (int)y) + __rhadd((int)x, (int)y) + __uhadd(x, y) + __urhadd(x, y);
  r ^= __umul64hi(z, r) + (unsigned long long)__mul64hi((long long)z, (long long)r);
  out[i] = r + (x << (y & 31)) + ((int)x >> (y & 31)) + __fns(x, 3, 2);
}
