// The whole grid strides over the elements: in every round neighbouring threads add neighbouring
// elements.
extern "C" __global__ void add(float* c, const float* a, const float* b, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    c[i] = a[i] + b[i];
}
