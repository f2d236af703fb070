// The ballot has a bit for each lane that says yes.
extern "C" __global__ void count(unsigned* out, const int* in, int limit, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool large = i < n && in[i] >= limit;
  const unsigned ballot = __ballot_sync(0xffffffffu, large);
  if (i % 32 == 0 && i < n)
    out[i / 32] = __popc(ballot);
}
