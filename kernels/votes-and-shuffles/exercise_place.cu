// The large elements, packed together. The warp draws places for all of its votes, and each lane takes
// one of them, but not the right one.
extern "C" __global__ void compact(int* out, unsigned* count, const int* in, int limit,
                                   unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lane = i % 32;
  const int value = i < n ? in[i] : limit - 1;
  const bool keep = value >= limit;
  const unsigned ballot = __ballot_sync(0xffffffffu, keep);
  unsigned first = 0;
  if (lane == 0 && ballot != 0)
    first = atomicAdd(count, __popc(ballot));
  first = __shfl_sync(0xffffffffu, first, 0);
  const unsigned upto_mine = ballot & (0xffffffffu >> (31 - lane));
  const unsigned place = first + __popc(upto_mine);
  if (keep && place < n)
    out[place] = value;
}
