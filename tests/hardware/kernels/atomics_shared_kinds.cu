// run: --kernel k --grid 2 --block 96 --arg out:u32[24]=zero --arg wide:u64[8]=zero --arg in:u32[192]=random:207
__global__ void k(unsigned* out, unsigned long long* wide, const unsigned* in) {
  __shared__ unsigned s[10];
  __shared__ unsigned long long l[4];
  __shared__ double d;
  int t = threadIdx.x;
  if (t < 10) s[t] = t == 1 || t == 5 ? ~0u : 0;
  if (t < 4) l[t] = 0;
  if (t == 0) d = 0;
  __syncthreads();
  unsigned x = in[blockIdx.x * 96 + t];
  atomicMax(&s[0], x);
  atomicMin(&s[1], x);
  atomicMax((int*)&s[2], (int)x);
  atomicAdd(&s[3], x);
  atomicSub(&s[4], x & 255);
  atomicAnd(&s[5], x | 0xff);
  atomicOr(&s[6], 1u << (x % 32));
  atomicXor(&s[7], x);
  atomicInc(&s[8], 40);
  atomicDec(&s[9], 1000);
  atomicAdd(&l[0], (unsigned long long)x);
  atomicMax(&l[1], (unsigned long long)x << 20);
  atomicXor(&l[2], (unsigned long long)x * x);
  atomicAdd(&d, (double)(x & 1023));
  __syncthreads();
  if (t == 0) l[3] = (unsigned long long)d;
  __syncthreads();
  if (t < 10) out[blockIdx.x * 12 + t] = s[t];
  if (t < 4) wide[blockIdx.x * 4 + t] = l[t];
}
