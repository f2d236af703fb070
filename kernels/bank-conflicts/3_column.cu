// A tile is written by rows and read by columns, as when a matrix is turned.
extern "C" __global__ void turn(float* out, const float* in) {
  __shared__ float tile[32 * 32];
  const unsigned t = threadIdx.x;
  for (unsigned row = threadIdx.y; row < 32; row += blockDim.y)
    tile[row * 32 + t] = in[row * 32 + t];
  __syncthreads();
  for (unsigned column = threadIdx.y; column < 32; column += blockDim.y)
    out[column * 32 + t] = tile[t * 32 + column];
}
