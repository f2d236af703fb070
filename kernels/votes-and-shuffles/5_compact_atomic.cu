// The large elements, packed together: each lane that keeps its element draws a place for it from a
// counter.
extern "C" __global__ void compact(int* out, unsigned* count, const int* in, int limit,
                                   unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const int value = i < n ? in[i] : limit - 1;
  const bool keep = value >= limit;
  if (keep)
    out[atomicAdd(count, 1)] = value;
}
