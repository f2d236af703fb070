// The warp draws its places together. The ballot says how many it needs, and a lane's own place is
// the number of votes before its own.
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
  if (keep)
    out[first + __popc(ballot & ((1u << lane) - 1))] = value;
}
