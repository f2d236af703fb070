// A fixed number of threads, each with a section of the text of its own. The lanes of a warp read
// characters that stand a section apart.
extern "C" __global__ void histogram(unsigned* bins, const unsigned char* text, unsigned n) {
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned section = (n + threads - 1) / threads;
  const unsigned first = (blockIdx.x * blockDim.x + threadIdx.x) * section;
#pragma unroll 1
  for (unsigned i = first; i < min(first + section, n); ++i) {
    const unsigned letter = text[i] - 'a';
    if (letter < 26)
      atomicAdd(&bins[letter / 4], 1);
  }
}
