// Random points in a square, and how many of a thread's lie within a quarter of a circle. cuRAND's
// usual generator, XORWOW, has a state for each thread, which a kernel of its own begins.
#include <curand_kernel.h>

extern "C" __global__ void begin(curandStateXORWOW_t* states, unsigned seed) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(seed, i, 0, &states[i]);
}

extern "C" __global__ void throw_points(unsigned* hits, curandStateXORWOW_t* states,
                                        unsigned points) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  curandStateXORWOW_t state = states[i];
  unsigned within = 0;
  for (unsigned p = 0; p < points; ++p) {
    const float x = curand_uniform(&state);
    const float y = curand_uniform(&state);
    if (x * x + y * y <= 1.0f) ++within;
  }
  states[i] = state;
  hits[i] = within;
}
