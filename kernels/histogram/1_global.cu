// One thread a character. Letters are counted four to a bin, in global memory: an atomic addition
// for every letter.
extern "C" __global__ void histogram(unsigned* bins, const unsigned char* text, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned letter = text[i] - 'a';
    if (letter < 26)
      atomicAdd(&bins[letter / 4], 1);
  }
}
