// The host rounds up now: scale<<<(n + block - 1) / block, block>>>(v, factor, n). Every element
// has a thread, and some threads have no element.
extern "C" __global__ void scale(float* v, float factor, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  v[i] = factor * v[i];
}
