// Every launch gets where its chunk begins, and how long chunks are. The array need not be a
// multiple of that: it has n elements.
extern "C" __global__ void scale(float* v, float factor, int first, int chunk, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < chunk)
    v[first + i] = factor * v[first + i];
}
