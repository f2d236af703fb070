// Four neighbouring floats travel as one float4: a thread fills each tile with one load and one
// store, and takes four elements of A at a time. n must be a multiple of four.
extern "C" __global__ void multiply(float* c, const float* a, const float* b, unsigned n) {
  extern __shared__ float s[];
  const unsigned tile = blockDim.x;
  float* const tile_a = s;
  float* const tile_b = s + tile * tile;
  const unsigned x = threadIdx.x, y = 4 * threadIdx.y;
  const unsigned row = blockIdx.y * tile + y;
  const unsigned column = blockIdx.x * tile + x;
  const unsigned t = 4 * (threadIdx.y * tile + threadIdx.x);
  const unsigned to_y = t / tile, to_x = t % tile;
  const unsigned from_row = blockIdx.y * tile + to_y, from_column = blockIdx.x * tile + to_x;
  const float4 zero = {};

  float sum[4] = {};
#pragma unroll 1
  for (unsigned first = 0; first < n; first += tile) {
    const bool in_a = from_row < n && first + to_x < n;
    const bool in_b = first + to_y < n && from_column < n;
    *reinterpret_cast<float4*>(&tile_a[t]) =
        in_a ? *reinterpret_cast<const float4*>(&a[from_row * n + first + to_x]) : zero;
    *reinterpret_cast<float4*>(&tile_b[t]) =
        in_b ? *reinterpret_cast<const float4*>(&b[(first + to_y) * n + from_column]) : zero;
    __syncthreads();

#pragma unroll 1
    for (unsigned k = 0; k < tile; k += 4) {
      float of_b[4];
      for (unsigned j = 0; j < 4; ++j)
        of_b[j] = tile_b[(k + j) * tile + x];
      for (unsigned r = 0; r < 4; ++r) {
        const float4 of_a = *reinterpret_cast<const float4*>(&tile_a[(y + r) * tile + k]);
        sum[r] += of_a.x * of_b[0] + of_a.y * of_b[1] + of_a.z * of_b[2] + of_a.w * of_b[3];
      }
    }
    __syncthreads();
  }

  for (unsigned r = 0; r < 4; ++r)
    if (row + r < n && column < n)
      c[(row + r) * n + column] = sum[r];
}
