// run: --kernel turn --grid 2 --block 32 --arg out:u32[512]=zero --arg in:u16[512]=random:211
__global__ void turn(unsigned* out, const unsigned short* in) {
  __shared__ __align__(16) unsigned short s[256], t[256];
  for (int i = threadIdx.x; i < 256; i += 32) s[i] = in[blockIdx.x * 256 + i], t[i] = 0;
  __syncwarp();
  unsigned from = static_cast<unsigned>(__cvta_generic_to_shared(s)) + threadIdx.x * 16;
  unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(t)) + (threadIdx.x ^ 5) * 16;
  unsigned a, b, c, d;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(from) : "memory");
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(d));
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" :: "r"(to), "r"(a), "r"(b), "r"(c), "r"(d) : "memory");
  __syncwarp();
  unsigned* mine = out + blockIdx.x * 256 + threadIdx.x * 8;
  for (int i = 0; i < 4; ++i) mine[i] = t[threadIdx.x * 8 + 2 * i] | t[threadIdx.x * 8 + 2 * i + 1] << 16;
  mine[4] = a, mine[5] = b, mine[6] = c, mine[7] = d;
}
