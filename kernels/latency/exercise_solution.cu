// Four polynomials in the fourth power of the number, each with every fourth term: four chains of
// a quarter of the length.
constexpr unsigned kTerms = 64;
__constant__ float f[kTerms];

extern "C" __global__ void polynomial(float* out, const float* in, unsigned rounds) {
  const unsigned i = threadIdx.x;
  float x = in[i];
  for (unsigned r = 0; r < rounds; ++r) {
    const float square = x * x, fourth = square * square;
    float a = 0.0f, b = 0.0f, c = 0.0f, d = 0.0f;
#pragma unroll
    for (unsigned k = kTerms; k > 0; k -= 4) {
      a = a * fourth + f[k - 4];
      b = b * fourth + f[k - 3];
      c = c * fourth + f[k - 2];
      d = d * fourth + f[k - 1];
    }
    x = (a + b * x) + (c + d * x) * square;
  }
  out[i] = x;
}
