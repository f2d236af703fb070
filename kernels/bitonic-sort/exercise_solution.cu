// With distances up to 32 the 32 comparators of a warp touch 64 elements that no other warp touches:
// the warp waits for its own lanes. Wider columns, and copying, need the block.
__device__ void compare(int* data, unsigned t, unsigned distance, unsigned base, unsigned length) {
  const unsigned i = 2 * t - (t & (distance - 1)), partner = i + distance;
  const bool upwards = ((base + i) & length) == 0;
  const int x = data[i], y = data[partner];
  data[i] = upwards ? min(x, y) : max(x, y);
  data[partner] = upwards ? max(x, y) : min(x, y);
}

__device__ void columns(int* s, unsigned base, unsigned length, unsigned distance) {
  for (; distance > 0; distance /= 2) {
    if (distance >= 32)
      __syncthreads();
    else
      __syncwarp();
    compare(s, threadIdx.x, distance, base, length);
  }
}

__device__ void copy_tile(int* to, const int* from) {
  to[threadIdx.x] = from[threadIdx.x];
  to[threadIdx.x + blockDim.x] = from[threadIdx.x + blockDim.x];
}

extern "C" __global__ void sort_tiles(int* data) {
  extern __shared__ int s[];
  const unsigned base = 2 * blockDim.x * blockIdx.x;
  copy_tile(s, data + base);
  __syncthreads();
  for (unsigned length = 2; length <= 2 * blockDim.x; length *= 2)
    columns(s, base, length, length / 2);
  __syncthreads();
  copy_tile(data + base, s);
}

extern "C" __global__ void merge_tiles(int* data, unsigned length, unsigned distance) {
  extern __shared__ int s[];
  if (distance > blockDim.x) {
    compare(data, blockIdx.x * blockDim.x + threadIdx.x, distance, 0, length);
    return;
  }
  const unsigned base = 2 * blockDim.x * blockIdx.x;
  copy_tile(s, data + base);
  __syncthreads();
  columns(s, base, length, distance);
  __syncthreads();
  copy_tile(data + base, s);
}
