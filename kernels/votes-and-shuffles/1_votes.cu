// Each lane asks one question about its element; three votes tell every lane of the warp how the
// others answered.
extern "C" __global__ void vote(unsigned* ballots, int* any, int* all, const int* in, int limit,
                                unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool large = i < n && in[i] >= limit;
  const unsigned ballot = __ballot_sync(0xffffffffu, large);
  const int one = __any_sync(0xffffffffu, large);
  const int every = __all_sync(0xffffffffu, large);
  if (i % 32 == 0 && i < n) {
    ballots[i / 32] = ballot;
    any[i / 32] = one;
    all[i / 32] = every;
  }
}
