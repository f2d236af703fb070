// The letters of a text, four to a bin.
extern "C" __global__ void count(unsigned* bins, const unsigned char* text, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && text[i] >= 'a' && text[i] <= 'z')
    bins[(text[i] - 'a') / 4] += 1;
}
