// As wide as all tiles beside each other: the grid counts them.
#define TILE 32
extern "C" __global__ void transpose(float* out, const float* in) {
  __shared__ float tile[TILE][TILE + 1];
  const unsigned width = gridDim.x * TILE;
  unsigned x = blockIdx.x * TILE + threadIdx.x;
  unsigned y = blockIdx.y * TILE + threadIdx.y;
  for (unsigned j = 0; j < TILE; j += blockDim.y)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (unsigned j = 0; j < TILE; j += blockDim.y)
    out[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}
