// The matrix as it stands in lecture notes: every thread walks over all of it.
extern "C" __global__ void add_up(float* out, const float* in, unsigned rows, unsigned columns,
                                  unsigned pitch) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (unsigned row = 0; row < rows; ++row) {
    const char* begin = reinterpret_cast<const char*>(in) + row * pitch;
#pragma unroll 1
    for (unsigned column = 0; column < columns; ++column)
      sum += reinterpret_cast<const float*>(begin)[column];
  }
  out[i] = sum;
}
