// run: --kernel k --grid 2 --block 64 --arg out:u64[128]=zero --arg a:u64[128]=random:75 --arg b:u32[128]=random:76
__global__ void k(unsigned long long* out, const unsigned long long* a, const unsigned* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned d = b[i] | 1u;
  unsigned long long x = a[i] * 0x100000001ull;
  out[i] = x / d + x % d + (unsigned)x / 7u + (unsigned)x % 1000u + (unsigned long long)((float)d * 0.3f) + __float2uint_rz(__uint2float_rn(d));
}
