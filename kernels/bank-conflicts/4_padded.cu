// The same tile with rows of `pitch` words: what is beyond 32 stays empty.
extern "C" __global__ void turn(float* out, const float* in, unsigned pitch) {
  extern __shared__ float tile[];
  const unsigned t = threadIdx.x;
  for (unsigned row = threadIdx.y; row < 32; row += blockDim.y)
    tile[row * pitch + t] = in[row * 32 + t];
  __syncthreads();
  for (unsigned column = threadIdx.y; column < 32; column += blockDim.y)
    out[column * 32 + t] = tile[t * pitch + column];
}
