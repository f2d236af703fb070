// An element a thread, in a register. Partners in the same warp exchange theirs by a shuffle: no
// memory, no barrier. Only partners in different warps meet in shared memory.
__device__ int partners(int mine, int* s, unsigned distance) {
  if (distance < 32)
    return __shfl_xor_sync(0xffffffffu, mine, distance);
  s[threadIdx.x] = mine;
  __syncthreads();
  const int theirs = s[threadIdx.x ^ distance];
  __syncthreads();
  return theirs;
}

__device__ int columns(int mine, int* s, unsigned i, unsigned length, unsigned distance) {
  for (; distance > 0; distance /= 2) {
    const int theirs = partners(mine, s, distance);
    const bool upwards = (i & length) == 0, first = (i & distance) == 0;
    mine = upwards == first ? min(mine, theirs) : max(mine, theirs);
  }
  return mine;
}

extern "C" __global__ void sort_tiles(int* data) {
  extern __shared__ int s[];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int mine = data[i];
  for (unsigned length = 2; length <= blockDim.x; length *= 2)
    mine = columns(mine, s, i, length, length / 2);
  data[i] = mine;
}

extern "C" __global__ void merge_tiles(int* data, unsigned length, unsigned distance) {
  extern __shared__ int s[];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (distance < blockDim.x) {
    data[i] = columns(data[i], s, i, length, distance);
    return;
  }
  const unsigned partner = i ^ distance;
  if (partner > i) {
    const bool upwards = (i & length) == 0;
    const int x = data[i], y = data[partner];
    data[i] = upwards ? min(x, y) : max(x, y);
    data[partner] = upwards ? max(x, y) : min(x, y);
  }
}
