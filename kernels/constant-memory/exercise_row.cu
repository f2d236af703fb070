// A block paints a square piece of the picture, eight pixels wide, since squares look tidy. Its blocks
// may paint any pixels, as long as each is painted once. The picture's width is a multiple of eight.
__constant__ float brightness[64];

extern "C" __global__ void paint(float* out, unsigned rows, unsigned columns) {
  const unsigned pieces = columns / 8, high = blockDim.x / 8;
  const unsigned row = blockIdx.x / pieces * high + threadIdx.x / 8;
  const unsigned column = blockIdx.x % pieces * 8 + threadIdx.x % 8;
  if (row >= rows || column >= columns) return;
  out[row * columns + column] = brightness[row];
}
