// One thread an element. Nothing here says how many threads make a warp: hardware decides that.
extern "C" __global__ void add(float* c, const float* a, const float* b, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  c[i] = a[i] + b[i];
}
