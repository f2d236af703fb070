// run: --kernel k --grid 1 --block 64 --arg m:u32[2048]=random:270
__global__ void k(unsigned* m) {
  unsigned lane = threadIdx.x & 31, base = (threadIdx.x / 32) * 1024, r[32];
#pragma unroll
  for (int j = 0; j < 32; ++j) r[j] = m[base + j * 32 + lane];
#pragma unroll
  for (int d = 16; d; d /= 2)
#pragma unroll
    for (int j = 0; j < 32; ++j)
      if ((j & d) == 0) {
        unsigned give = lane & d ? r[j] : r[j + d], got = __shfl_xor_sync(~0u, give, d);
        if (lane & d)
          r[j] = got;
        else
          r[j + d] = got;
      }
#pragma unroll
  for (int j = 0; j < 32; ++j) m[base + j * 32 + lane] = r[j];
}
