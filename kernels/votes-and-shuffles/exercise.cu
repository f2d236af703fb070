// How many elements of each warp are at least `limit`? Ten instructions of shuffling and adding say
// it. A vote says it in one.
extern "C" __global__ void count(unsigned* out, const int* in, int limit, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool large = i < n && in[i] >= limit;
  unsigned sum = large;
  for (unsigned k = 16; k > 0; k /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, k);
  if (i % 32 == 0 && i < n)
    out[i / 32] = sum;
}
