// run: --kernel k --grid 3 --block 64 --arg w:u32[12]=zero --arg l:u64[6]=zero --arg f:f32[2]=zero --arg d:f64[1]=zero --arg in:u32[192]=random:208
__global__ void k(unsigned* w, unsigned long long* l, float* f, double* d, const unsigned* in) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
  atomicMax(&w[0], x);
  atomicMin((int*)&w[1], (int)x);
  atomicSub(&w[2], x);
  atomicOr(&w[3], x & (x >> 1));
  atomicXor(&w[4], x);
  atomicInc(&w[5], 100);
  atomicDec(&w[6], 30);
  unsigned ticket = atomicAdd(&w[7], 2);
  atomicAdd(&w[8], ticket);
  if (atomicExch(&w[9], 7) == 0) atomicAdd(&w[10], 1);
  atomicMax(&l[0], (unsigned long long)x * 77);
  atomicAnd(&l[1], 5ull);
  atomicCAS(&l[2], 0ull, 99ull);
  atomicAdd_block(&l[3], (unsigned long long)x);
  atomicAdd(&f[i & 1], (float)(x & 63));
  atomicAdd(d, (double)(x & 4095) * 0.5);
}
