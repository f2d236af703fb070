// Each warp has rounds of its own to do, and then all meet. Who is done early waits for the last.
extern "C" __global__ void meet(unsigned* last, unsigned* waited, unsigned* made,
                                const unsigned* rounds) {
  __shared__ unsigned longest;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0)
    longest = 0;
  __syncthreads();

  const unsigned mine = rounds[i / 32];
  unsigned value = i;
#pragma unroll 1
  for (unsigned k = 0; k < mine; ++k)
    value = value * 5 + 1;
  made[i] = value;
  if (threadIdx.x % 32 == 0)
    atomicMax(&longest, mine);
  __syncthreads();

  if (threadIdx.x % 32 == 0)
    waited[i / 32] = longest - mine;
  if (threadIdx.x == 0)
    last[blockIdx.x] = longest;
}
