// Both matrices have padded rows now, and the host has got a pitch for each, in bytes.
__device__ const float* row_of(const float* matrix, unsigned row, unsigned pitch) {
  return reinterpret_cast<const float*>(reinterpret_cast<const char*>(matrix) + row * pitch);
}

extern "C" __global__ void copy(float* out, const float* in, unsigned rows, unsigned columns,
                                unsigned in_pitch, unsigned out_pitch) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns) return;
  out[row * (in_pitch / 4) + column] = row_of(in, row, in_pitch)[column];
}
