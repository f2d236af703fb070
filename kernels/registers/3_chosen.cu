// The same histogram. Every bin is asked whether the letter is its own: all indices are known when
// the kernel is compiled, and a bin can be a register.
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
#pragma unroll
    for (unsigned b = 0; b < kBins; ++b) bins[b] += letter == b ? 1 : 0;
  }

#pragma unroll
  for (unsigned b = 0; b < kBins; ++b) out[b * n + i] = bins[b];
}
