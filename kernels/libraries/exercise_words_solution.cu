// Random points by cuRAND, in its words.
#include <curand_kernel.h>

extern "C" __global__ void throw_points(unsigned* hits, unsigned seed, unsigned points) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  curandStatePhilox4_32_10_t state;
  curand_init(seed, i, 0, &state);
  unsigned within = 0;
  for (unsigned p = 0; p < points; ++p) {
    const float x = curand_uniform(&state);
    const float y = curand_uniform(&state);
    if (x * x + y * y <= 1.0f) ++within;
  }
  hits[i] = within;
}
