// Rows `pitch` bytes apart are copied into rows without a gap. Bytes are counted by a pointer to
// bytes, and the padding is nobody's.
extern "C" __global__ void copy(float* out, const float* in, unsigned rows, unsigned columns,
                                unsigned pitch) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns) return;
  const char* begin = reinterpret_cast<const char*>(in) + row * pitch;
  out[row * columns + column] = reinterpret_cast<const float*>(begin)[column];
}
