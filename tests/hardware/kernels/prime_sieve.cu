// run: --kernel sieve --grid 2 --block 64 --arg prime:u8[512]=zero --arg count:u32[2]=zero
__global__ void sieve(unsigned char* prime, unsigned* count) {
  __shared__ bool composite[256];
  int first = blockIdx.x * 256;
  for (int k = threadIdx.x; k < 256; k += 64) composite[k] = first + k < 2;
  __syncthreads();
  for (int p = 2 + threadIdx.x; p * p < first + 256; p += 64)
    for (int m = max(p * p, (first + p - 1) / p * p); m < first + 256; m += p) composite[m - first] = true;
  __syncthreads();
  int mine = 0;
  for (int k = threadIdx.x; k < 256; k += 64) {
    prime[first + k] = !composite[k];
    mine += !composite[k];
  }
  mine = __reduce_add_sync(~0u, mine);
  if (threadIdx.x % 32 == 0) atomicAdd(&count[blockIdx.x], mine);
}
