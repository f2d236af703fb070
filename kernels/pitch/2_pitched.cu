// Each row begins `pitch` bytes behind the one before: the host has padded the rows.
extern "C" __global__ void copy(float* out, const float* in, unsigned rows, unsigned columns,
                                unsigned pitch) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns) return;
  const char* begin = reinterpret_cast<const char*>(in) + row * pitch;
  const float value = reinterpret_cast<const float*>(begin)[column];
  out[row * columns + column] = value;
}
