// run: --kernel insert --grid 4 --block 128 --arg distinct:u32[1]=zero --arg key:u32[512]=random:123%200
__device__ unsigned table[1024];
__global__ void insert(unsigned* distinct, const unsigned* key) {
  unsigned k = key[blockIdx.x * blockDim.x + threadIdx.x] + 1, slot = (k * 2654435761u) >> 22;
  for (;;) {
    unsigned old = atomicCAS(&table[slot], 0u, k);
    if (old == 0) {
      atomicAdd(distinct, 1u);
      break;
    }
    if (old == k) break;
    slot = (slot + 1) & 1023;
  }
}
