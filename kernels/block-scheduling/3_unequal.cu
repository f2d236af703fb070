// Blocks of unequal length. Each does its rounds, and then its first thread plays how a GPU with so
// many SMs, one block on each, would have handed out the blocks: who is free takes the next one.
extern "C" __global__ void work(unsigned* begin, unsigned* finish, unsigned* out,
                                const unsigned* rounds, unsigned sms) {
  __shared__ unsigned free_from[16];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned mine = rounds[blockIdx.x];
  unsigned value = i;
#pragma unroll 1
  for (unsigned k = 0; k < mine; ++k)
    value = value * 5 + 1;
  out[i] = value;

  if (threadIdx.x != 0)
    return;
  for (unsigned sm = 0; sm < sms; ++sm)
    free_from[sm] = 0;
  unsigned start = 0;
  for (unsigned b = 0; b <= blockIdx.x; ++b) {
    unsigned first = 0;
    for (unsigned sm = 1; sm < sms; ++sm)
      if (free_from[sm] < free_from[first])
        first = sm;
    start = free_from[first];
    free_from[first] = start + rounds[b];
  }
  begin[blockIdx.x] = start;
  atomicMax(finish, start + mine);
}
