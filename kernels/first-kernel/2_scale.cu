// One thread an element. Launched as scale<<<blocks, block>>>(v, factor), and v is so long that
// every thread has an element.
extern "C" __global__ void scale(float* v, float factor) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  v[i] = factor * v[i];
}
