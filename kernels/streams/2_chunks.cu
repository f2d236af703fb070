// A chunk of the array. Launched once for each chunk, each time in another stream:
//   scale<<<blocks, block, 0, stream[c]>>>(v, factor, c * chunk, chunk)
extern "C" __global__ void scale(float* v, float factor, int first, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    v[first + i] = factor * v[first + i];
}
