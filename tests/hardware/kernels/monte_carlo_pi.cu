// run: --kernel pi --grid 4 --block 128 --arg inside:u64[1]=zero --arg state:u32[512]=zero
__device__ unsigned next(unsigned& s) {
  s ^= s << 13;
  s ^= s >> 17;
  s ^= s << 5;
  return s;
}
__global__ void pi(unsigned long long* inside, unsigned* state) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, s = i * 747796405u + 2891336453u, count = 0;
  for (int k = 0; k < 50; ++k) {
    float x = next(s) * 2.3283064e-10f, y = next(s) * 2.3283064e-10f;
    unsigned in = __ballot_sync(~0u, x * x + y * y <= 1.0f);
    if ((threadIdx.x & 31) == 0) count += __popc(in);
  }
  if ((threadIdx.x & 31) == 0) atomicAdd(inside, (unsigned long long)count);
  state[i] = s;
}
