// A grey picture, a byte for each pixel. Rows begin `pitch` bytes apart.
using Pixel = unsigned char;

extern "C" __global__ void copy(Pixel* out, const Pixel* in, unsigned rows, unsigned columns,
                                unsigned pitch) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns) return;
  const Pixel value = in[row * pitch + column];
  out[row * columns + column] = value;
}
