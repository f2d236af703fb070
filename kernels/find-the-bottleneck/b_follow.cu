// Each thread goes from place to place, as the numbers say.
extern "C" __global__ void follow(unsigned* out, const unsigned* next, unsigned steps) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned at = i;
  for (unsigned k = 0; k < steps; ++k)
    at = next[at];
  out[i] = at;
}
