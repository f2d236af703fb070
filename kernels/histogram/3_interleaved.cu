// The same threads stride over the text together: neighbouring lanes read neighbouring characters.
extern "C" __global__ void histogram(unsigned* bins, const unsigned char* text, unsigned n) {
  const unsigned threads = gridDim.x * blockDim.x;
#pragma unroll 1
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
    const unsigned letter = text[i] - 'a';
    if (letter < 26)
      atomicAdd(&bins[letter / 4], 1);
  }
}
