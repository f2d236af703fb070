// Faulty: one member of a structure in shared memory is never set.
struct Particle { float x, mass; int cell; };
extern "C" __global__ void k(float* out, const float* in) {
  __shared__ Particle p[64];
  int t = threadIdx.x;
  p[t].x = in[t];
  p[t].cell = t;
  __syncthreads();
  int other = p[63 - t].cell;
  out[t] = p[other].x * p[other].mass;  // <1>
}
