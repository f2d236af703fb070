// Each matrix is walked through by its own pitch.
__device__ const float* row_of(const float* matrix, unsigned row, unsigned pitch) {
  return reinterpret_cast<const float*>(reinterpret_cast<const char*>(matrix) + row * pitch);
}
__device__ float* row_of(float* matrix, unsigned row, unsigned pitch) {
  return reinterpret_cast<float*>(reinterpret_cast<char*>(matrix) + row * pitch);
}

extern "C" __global__ void copy(float* out, const float* in, unsigned rows, unsigned columns,
                                unsigned in_pitch, unsigned out_pitch) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns) return;
  row_of(out, row, out_pitch)[column] = row_of(in, row, in_pitch)[column];
}
