// The same by Philox, a generator that counts: its numbers are made of the seed, the thread's
// sequence and how many were drawn. To begin is cheap, and nothing need be kept in memory.
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
