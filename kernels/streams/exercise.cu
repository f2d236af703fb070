// Scales one chunk of the array, and is launched once for each. Every launch gets where its chunk
// begins, and how long it is. Something is missing.
extern "C" __global__ void scale(float* v, float factor, int first, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    v[i] = factor * v[i];
}
