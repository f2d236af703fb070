// A tile in shared memory turns the data: global memory is read and written by rows. The column is
// now read from shared memory, where its 32 words lie in one bank.
extern "C" __global__ void transpose(float* out, const float* in, unsigned n) {
  __shared__ float tile[32][32];
  unsigned x = blockIdx.x * 32 + threadIdx.x;
  unsigned y = blockIdx.y * 32 + threadIdx.y;
  for (unsigned j = 0; j < 32; j += blockDim.y)
    if (x < n && y + j < n)
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();

  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (unsigned j = 0; j < 32; j += blockDim.y)
    if (x < n && y + j < n)
      out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}
