// A histogram for each thread, in an array of its own. Which bin is counted up is known only when
// the letter has come.
constexpr unsigned kBins = BINS;

extern "C" __global__ void count(unsigned* out, const unsigned char* letters, unsigned n,
                                 unsigned each) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned bins[kBins];
#pragma unroll
  for (unsigned b = 0; b < kBins; ++b) bins[b] = 0;

#pragma unroll 1
  for (unsigned k = 0; k < each; ++k) {
    const unsigned letter = letters[k * n + i];
    bins[letter] += 1;
  }

#pragma unroll
  for (unsigned b = 0; b < kBins; ++b) out[b * n + i] = bins[b];
}
